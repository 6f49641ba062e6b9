import { serviceLabel } from '#/content/service-label.ts'
import { readablePhone } from '#/contracts/leads/contact-details.ts'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import type { Lead } from '#/contracts/leads/leads.ts'
import { type LeadOrder, pageLimits } from '#/contracts/limits.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { sheetTime } from '../../../dates.ts'
import { requestWithProof } from '../../shell/ask-for-proof.ts'
import { csvHeaderOf, type Export, toCsvRows } from '../../shell/csv.ts'
import { pagePath } from '../lead-filters.ts'

/** The first line of the file. */
export const csvHeader = csvHeaderOf([
  'ID',
  'Name',
  'Contact Info',
  'Service',
  'Message',
  'Date',
  'Status',
])

const onOneLine = (text: string) => text.replace(/\r\n?|[\n\u2028\u2029]/g, ' ')

function toRow(lead: Lead): (string | number)[] {
  return [
    lead.id,
    lead.name,
    [readablePhone(lead), lead.email].filter(Boolean).join(', '),
    serviceLabel(lead.service),
    onOneLine(lead.message ?? ''),
    sheetTime(Date.parse(lead.createdAt)),
    lead.isContacted ? 'Contacted' : 'New',
  ]
}

/** The leads as lines of CSV, without the header. */
export function leadsToCsvRows(leads: readonly Lead[]): string {
  return toCsvRows(leads.map(toRow))
}

type View = { filters: LeadFilters; order: LeadOrder; apiBaseUrl: string }

/** The export of all leads that match. */
export function leadsExport({ filters, order, apiBaseUrl }: View): Export<Lead> {
  return {
    header: csvHeader,
    toCsvRows: leadsToCsvRows,
    readPage(cursor, signal) {
      const page = { order, limit: pageLimits.max, cursor }
      const path = pagePath(filters, page, apiPaths.leadExport)
      return requestWithProof<LeadPage>('GET', path, { apiBaseUrl, signal })
    },
  }
}
