import { pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { Lead, LeadEntry } from '#/contracts/leads/leads.ts'
import { leadReference } from '../db/lead-reference.ts'
import { leads } from '../db/tables/schema.ts'

/** The columns of the spec's list. */
export const leadColumns = {
  id: leads.id,
  ...pickLeadFields(leads),
  phoneAsTyped: leads.phoneAsTyped,
  createdAt: leads.createdAt,
  isContacted: leads.isContacted,
}

/** The columns of a row of the inbox. */
export const entryColumns = {
  ...leadColumns,
  submissionId: leads.submissionId,
  source: leads.source,
  firstContactedAt: leads.firstContactedAt,
  isQuarantined: leads.isQuarantined,
}

type LeadRow = Omit<Lead, 'createdAt'> & { createdAt: Date }

type EntryRow = Omit<LeadEntry, 'createdAt' | 'firstContactedAt' | 'reference'> & {
  submissionId: string
  createdAt: Date
  firstContactedAt: Date | null
}

/** Answers a row in the form of the spec's list. */
export function toLead(row: LeadRow): Lead {
  return { ...row, createdAt: row.createdAt.toISOString() }
}

/** Answers a row in the form of the inbox. */
export function toEntry(row: EntryRow): LeadEntry {
  const { createdAt, firstContactedAt, submissionId, ...rest } = row
  return {
    ...rest,
    reference: leadReference(submissionId),
    createdAt: createdAt.toISOString(),
    firstContactedAt: firstContactedAt?.toISOString() ?? null,
  }
}
