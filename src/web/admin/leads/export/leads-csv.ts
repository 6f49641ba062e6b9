import Papa from 'papaparse'
import type { Lead } from '#/contracts/leads.ts'
import { readablePhone } from '#/contracts/phone.ts'
import { sheetTime } from '../../../dates.ts'
import { serviceLabel } from '../service-label.ts'

/** What the file is called. */
export const csvFileName = 'leads.csv'

/** What kind of file it is. */
export const csvType = 'text/csv;charset=utf-8'

const columns = ['ID', 'Name', 'Contact Info', 'Service', 'Message', 'Date', 'Status']

/** The first line. It begins with a byte order mark, without which Excel takes an old code page. */
export const csvHeader = `\uFEFF${columns.join(',')}`

/**
 * What a spreadsheet may run as a formula, with the full-width signs that some versions take for
 * the same (OWASP, CSV Injection). The library's own pattern misses cells of several lines.
 */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

const onOneLine = (text: string) => text.replace(/\r\n?|[\n\u2028\u2029]/g, ' ')

function toRow(lead: Lead): (string | number)[] {
  return [
    lead.id,
    lead.name,
    `${readablePhone(lead)}, ${lead.email}`,
    serviceLabel(lead.service),
    onOneLine(lead.message ?? ''),
    sheetTime(Date.parse(lead.createdAt)),
    lead.isContacted ? 'Contacted' : 'New',
  ]
}

/**
 * The leads as lines for a spreadsheet, without the header and without a line end behind the last:
 * RFC 4180, nothing in it that would run.
 */
export function leadsToCsvRows(leads: readonly Lead[]): string {
  return Papa.unparse(leads.map(toRow), { newline: '\r\n', escapeFormulae: formulaStart })
}
