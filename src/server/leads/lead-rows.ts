import { pickLeadFields } from '#/contracts/lead-fields.ts'
import type { Lead, LeadEntry } from '#/contracts/leads.ts'
import { leads } from '../db/schema.ts'

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
  source: leads.source,
  firstContactedAt: leads.firstContactedAt,
  isQuarantined: leads.isQuarantined,
}

type LeadRow = Omit<Lead, 'createdAt'> & { createdAt: Date }

type EntryRow = Omit<LeadEntry, 'createdAt' | 'firstContactedAt'> & {
  createdAt: Date
  firstContactedAt: Date | null
}

/** Answers a row in the form of the spec's list. */
export function toLead(row: LeadRow): Lead {
  return { ...row, createdAt: row.createdAt.toISOString() }
}

/** Answers a row in the form of the inbox. */
export function toEntry(row: EntryRow): LeadEntry {
  const { createdAt, firstContactedAt, ...rest } = row
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    firstContactedAt: firstContactedAt?.toISOString() ?? null,
  }
}
