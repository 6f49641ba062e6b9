import Papa from 'papaparse'
import type { Lead } from '#/contracts/leads.ts'
import { readablePhone } from '#/contracts/phone.ts'
import { sheetTime } from './lead-dates.ts'
import { serviceLabel } from './service-label.ts'

/** What the file is called. */
export const csvFileName = 'leads.csv'

const columns = ['ID', 'Name', 'Contact Info', 'Service', 'Message', 'Date', 'Status']

/** Without it Excel reads the file in the computer's old code page. */
const byteOrderMark = '\uFEFF'

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

/** The leads as a file for a spreadsheet: RFC 4180 in UTF-8, nothing in it that would run. */
export function leadsToCsv(leads: readonly Lead[]): string {
  const csv = Papa.unparse([columns, ...leads.map(toRow)], {
    newline: '\r\n',
    escapeFormulae: formulaStart,
  })
  return byteOrderMark + csv
}
