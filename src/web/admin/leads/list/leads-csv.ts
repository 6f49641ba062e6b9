import { capitalized } from '#/content/business.ts'
import { outcomeLabels } from '#/content/offer-page.ts'
import { stageLabels, waitsForLabels } from '#/content/office/stages.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { readablePhone } from '#/contracts/leads/contact-details.ts'
import type { ExportedLead, LeadFilters } from '#/contracts/leads/inbox.ts'
import type { Lead } from '#/contracts/leads/leads.ts'
import { type LeadOrder, pageLimits } from '#/contracts/limits.ts'
import { outcomeOf } from '#/contracts/referrals/offer-states.ts'
import { sheetTime } from '../../../dates.ts'
import { reasonText } from '../../../stage-text.ts'
import { callWithProof } from '../../shell/call.ts'
import { csvHeaderOf, type Export, toCsvRows } from '../../shell/csv.ts'
import { pageParams } from '../lead-filters.ts'

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

const everythingHeader = csvHeaderOf([
  'ID',
  'Reference',
  'Name',
  'Phone',
  'Email',
  'Address',
  'Town',
  'Service',
  'Message',
  'Source',
  'Received',
  'Status',
  'Stage',
  'Waits For',
  'Contractor',
  'Outcome',
  'Reason',
  'First Contacted',
  'Accepted',
  'Call At',
  'Spoken',
  'Outcome At',
  'Fee',
])

const timeCell = (at: string | null) => (at ? sheetTime(Date.parse(at)) : '')

function toWholeRow(lead: ExportedLead): (string | number)[] {
  const outcome = outcomeOf(lead.stage)
  const isOver = outcome === 'done' || outcome === 'lost'
  return [
    lead.id,
    lead.reference,
    lead.name,
    readablePhone(lead),
    lead.email,
    onOneLine(lead.address ?? ''),
    lead.town ?? '',
    serviceLabel(lead.service),
    onOneLine(lead.message ?? ''),
    lead.source,
    timeCell(lead.createdAt),
    lead.isContacted ? 'Contacted' : 'New',
    stageLabels[lead.stage],
    capitalized(waitsForLabels[lead.waitsFor].replace('Waits for ', '')),
    lead.companyName ?? '',
    outcomeLabels[outcome],
    reasonText(lead.reason),
    timeCell(lead.firstContactedAt),
    timeCell(lead.acceptedAt),
    timeCell(lead.callAt),
    timeCell(lead.calledAt),
    timeCell(isOver ? lead.since : outcome === 'matched' ? lead.acceptedAt : null),
    lead.feeCents === null ? '' : (lead.feeCents / 100).toFixed(2),
  ]
}

/** The leads with all that came of them, as lines of CSV without the header. */
function everythingToCsvRows(leads: readonly ExportedLead[]): string {
  return toCsvRows(leads.map(toWholeRow))
}

type View = { filters: LeadFilters; order: LeadOrder; apiBaseUrl: string }

/** The export of all leads that match: the columns of the spec, or everything. */
export function leadsExport({ filters, order, apiBaseUrl }: View): Export<ExportedLead> {
  return {
    header: csvHeader,
    toCsvRows: leadsToCsvRows,
    readPage(cursor) {
      const params = pageParams(filters, { order, limit: pageLimits.max, cursor })
      return callWithProof(api.leadExport, { params }, { apiBaseUrl })
    },
  }
}

/** The export of the leads with these numbers. */
export const chosenExport = (ids: readonly number[], apiBaseUrl: string): Export<ExportedLead> => ({
  header: csvHeader,
  toCsvRows: leadsToCsvRows,
  readPage: () => callWithProof(api.leadExport, { params: { ids: ids.join(',') } }, { apiBaseUrl }),
})

export const everythingExport = (view: View): Export<ExportedLead> => ({
  ...leadsExport(view),
  header: everythingHeader,
  toCsvRows: everythingToCsvRows,
})
