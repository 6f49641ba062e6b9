import { outcomeLabels } from '#/content/offer-page.ts'
import { stageLabels, waitsForLabels } from '#/content/office/stages.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { readablePhone } from '#/contracts/leads/contact-details.ts'
import type { ExportedLead } from '#/contracts/leads/inbox.ts'
import type { Lead } from '#/contracts/leads/leads.ts'
import { pageLimits } from '#/contracts/limits.ts'
import { outcomeOf } from '#/contracts/referrals/offer-states.ts'
import { sheetTime } from '../../../dates.ts'
import { reasonText } from '../../../stage-text.ts'
import { callWithProof } from '../../shell/call.ts'
import type { Columns, Export } from '../../shell/csv.ts'
import type { InboxView } from '../lead-filters.ts'

const oneLine = (text: string | null) => (text ?? '').replace(/\r\n?|[\n\u2028\u2029]/g, ' ')

const timeCell = (at: string | null) => (at ? sheetTime(Date.parse(at)) : '')

const statusOf = ({ isContacted }: Lead) => (isContacted ? 'Contacted' : 'New')

/** Those of the specification. */
const listColumns: Columns<Lead> = [
  ['ID', ({ id }) => id],
  ['Name', ({ name }) => name],
  ['Contact Info', (lead) => [readablePhone(lead), lead.email].filter(Boolean).join(', ')],
  ['Service', ({ service }) => serviceLabel(service)],
  ['Message', ({ message }) => oneLine(message)],
  ['Date', ({ createdAt }) => timeCell(createdAt)],
  ['Status', statusOf],
]

/** When a contractor said yes to it, or when it was over. */
function outcomeAt({ stage, since, acceptedAt }: ExportedLead): string | null {
  const outcome = outcomeOf(stage)
  if (outcome === 'done' || outcome === 'lost') return since
  return outcome === 'matched' ? acceptedAt : null
}

/** Those with all that came of a lead. */
const allColumns: Columns<ExportedLead> = [
  ['ID', ({ id }) => id],
  ['Reference', ({ reference }) => reference],
  ['Name', ({ name }) => name],
  ['Phone', readablePhone],
  ['Email', ({ email }) => email],
  ['Address', ({ address }) => oneLine(address)],
  ['Town', ({ town }) => town ?? ''],
  ['Service', ({ service }) => serviceLabel(service)],
  ['Message', ({ message }) => oneLine(message)],
  ['Source', ({ source }) => source],
  ['Received', ({ createdAt }) => timeCell(createdAt)],
  ['Status', statusOf],
  ['Stage', ({ stage }) => stageLabels[stage]],
  ['Waiting On', (lead) => waitsForLabels[lead.waitsFor]],
  ['Contractor', ({ companyName }) => companyName ?? ''],
  ['Outcome', ({ stage }) => outcomeLabels[outcomeOf(stage)]],
  ['Reason', ({ reason }) => reasonText(reason)],
  ['First Contacted', ({ firstContactedAt }) => timeCell(firstContactedAt)],
  ['Accepted', ({ acceptedAt }) => timeCell(acceptedAt)],
  ['Call At', ({ callAt }) => timeCell(callAt)],
  ['Talked', ({ calledAt }) => timeCell(calledAt)],
  ['Outcome At', (lead) => timeCell(outcomeAt(lead))],
  ['Fee', ({ feeCents }) => (feeCents === null ? '' : (feeCents / 100).toFixed(2))],
]

/** The export of the leads that these parameters of the address choose. */
const exportOf = (params: Record<string, string | number>): Export<ExportedLead> => ({
  columns: listColumns,
  readPage: (cursor) => callWithProof(api.leadExport, { params: { ...params, cursor } }),
})

/** The export of all leads that match. */
export const leadsExport = ({ filters, order }: InboxView) =>
  exportOf({ ...filters, order, limit: pageLimits.max })

/** The export of the leads with these numbers. */
export const chosenExport = (ids: readonly number[]) => exportOf({ ids: ids.join(',') })

/** The export of all leads that match, with all that came of them. */
export const everythingExport = (view: InboxView): Export<ExportedLead> => ({
  ...leadsExport(view),
  columns: allColumns,
})
