import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import type { Lead } from '#/contracts/leads/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import type { Export } from '../../export/csv.ts'
import { requestWithProof } from '../../shell/ask-for-proof.ts'
import { exportPath } from '../lead-filters.ts'
import { csvHeader, leadsToCsvRows } from './leads-csv.ts'

type View = { filters: LeadFilters; order: LeadOrder; apiBaseUrl: string }

/** The export of all leads that match. */
export function leadsExport({ filters, order, apiBaseUrl }: View): Export<Lead> {
  return {
    header: csvHeader,
    toCsvRows: leadsToCsvRows,
    readPage: (cursor, signal) =>
      requestWithProof<LeadPage>('GET', exportPath(filters, { order, cursor }), {
        apiBaseUrl,
        signal,
      }),
  }
}
