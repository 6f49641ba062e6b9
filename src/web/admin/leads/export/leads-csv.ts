import Papa from 'papaparse'
import { serviceLabel } from '#/content/service-label.ts'
import { readablePhone } from '#/contracts/contact-details.ts'
import type { Lead } from '#/contracts/leads.ts'
import { sheetTime } from '../../../dates.ts'

/** The media type of the file. */
export const csvType = 'text/csv;charset=utf-8'

const columns = ['ID', 'Name', 'Contact Info', 'Service', 'Message', 'Date', 'Status']

/** The first line. It begins with a byte order mark: without one Excel does not read it as UTF-8. */
export const csvHeader = `\uFEFF${columns.join(',')}`

/**
 * The first characters of a cell that a spreadsheet may run as a formula, with the full-width ones
 * that some versions read as the same (OWASP, CSV Injection). The library's own pattern misses cells
 * of several lines.
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
 * The leads as lines of CSV (RFC 4180) with no cell that a spreadsheet would run; without the header,
 * and without a line end behind the last line.
 */
export function leadsToCsvRows(leads: readonly Lead[]): string {
  return Papa.unparse(leads.map(toRow), { newline: '\r\n', escapeFormulae: formulaStart })
}
