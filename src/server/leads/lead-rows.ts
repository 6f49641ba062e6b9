import { eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { business } from '#/content/business.ts'
import { pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { Lead, LeadEntry } from '#/contracts/leads/leads.ts'
import type { Database, Transaction } from '../db/database.ts'
import { leadReference } from '../db/lead-reference.ts'
import { leadStages, leads } from '../db/tables/schema.ts'
import { deadlinesAt, latenessOf } from '../time/lateness.ts'

/** The columns of the spec's list. */
export const leadColumns = {
  id: leads.id,
  ...pickLeadFields(leads),
  phoneAsTyped: leads.phoneAsTyped,
  createdAt: leads.createdAt,
  isContacted: leads.isContacted,
}

/** When it was received, in microseconds since 1970: a Date has only milliseconds. */
export const epochMicros =
  sql<string>`(extract(epoch from ${leads.createdAt}) * 1000000)::bigint::text`.as('micros')

/** The columns of a row of the inbox. */
const entryColumns = {
  ...leadColumns,
  submissionId: leads.submissionId,
  source: leads.source,
  town: leads.town,
  firstContactedAt: leads.firstContactedAt,
  isQuarantined: leads.isQuarantined,
  stage: {
    stage: leadStages.stage,
    waitsFor: leadStages.waitsFor,
    since: leadStages.since,
    until: leadStages.until,
    companyName: leadStages.companyName,
    callAt: leadStages.callAt,
    reason: leadStages.reason,
    isUrgent: leadStages.isUrgent,
    clockSince: leadStages.clockSince,
    remindAt: leadStages.remindAt,
    remindReason: leadStages.remindReason,
  },
  place: {
    turn: leadStages.turn,
    micros: epochMicros,
  },
}

/**
 * The stage of a lead, to be joined laterally: derived for each that passes the filters, and for no other.
 * Its limit keeps PostgreSQL from making one query of both, which takes twice as long to plan.
 */
export const itsStage = new QueryBuilder()
  .select()
  .from(leadStages)
  .where(eq(leadStages.leadId, leads.id))
  .limit(1)
  .as('lead_stages')

/** Selects rows of the inbox: leads, each with its stage and its place in the orders of the list. */
export const selectEntries = (db: Database | Transaction) =>
  db.select(entryColumns).from(leads).crossJoinLateral(itsStage)

/** A row of the inbox, as it is selected. */
export type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

type LeadRow = Omit<Lead, 'createdAt'> & { createdAt: Date }

/** Returns a row in the form of the spec's list. */
export function toLead(row: LeadRow): Lead {
  return { ...row, createdAt: row.createdAt.toISOString() }
}

/** Makes the function that returns a row in the form of the inbox, as late as it is at a time. */
export function entriesAt(now: Date): (row: EntryRow) => LeadEntry {
  const answers = deadlinesAt(now)
  const calls = deadlinesAt(now, business.callLimits)
  return (row) => toEntry(row, row.stage.stage === 'matched' ? calls : answers)
}

function toEntry(row: EntryRow, deadlines: ReturnType<typeof deadlinesAt>): LeadEntry {
  const { createdAt, firstContactedAt, submissionId, stage, place: _, ...rest } = row
  const { since, until, callAt, clockSince, remindAt, ...words } = stage
  const clock = words.isUrgent ? 'wall' : 'opening'
  return {
    ...rest,
    reference: leadReference(submissionId),
    createdAt: createdAt.toISOString(),
    firstContactedAt: firstContactedAt?.toISOString() ?? null,
    ...words,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    callAt: callAt?.toISOString() ?? null,
    remindAt: remindAt?.toISOString() ?? null,
    clock,
    lateness: latenessOf({ clock, clockSince }, deadlines),
  }
}

/** Reads one lead as a row of the inbox; undefined if there is none. */
export async function findEntry(
  db: Database | Transaction,
  leadId: number,
): Promise<LeadEntry | undefined> {
  const [row] = await selectEntries(db).where(eq(leads.id, leadId))
  return row && entriesAt(new Date())(row)
}
