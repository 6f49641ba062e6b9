import { type AnyColumn, and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { Lateness } from '#/contracts/leads/lead-stage.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { asIso } from '#/server/time/local-day.ts'
import type { Database, Transaction } from '../db/database.ts'
import { leadReference } from '../db/lead-reference.ts'
import { contractors, isUrgent, leads, offers, referrals } from '../db/tables/schema.ts'
import { noLead } from '../referrals/store/apply.ts'
import { businessMinutesBefore } from '../time/business-hours.ts'

/** The instants, in milliseconds, before which what waits since then is late, and overdue. */
type Deadlines = { late: number; overdue: number }

/** The deadlines by the clock of opening hours, and by that of an emergency, which goes on at night. */
function deadlinesAt(now: Date, { usual, emergency }: typeof business.waitLimits) {
  const of = (limits: typeof usual, before: (minutes: number) => number): Deadlines => ({
    late: before(limits.lateAfterMinutes),
    overdue: before(limits.overdueAfterMinutes),
  })
  return {
    usual: of(usual, (minutes) => businessMinutesBefore(now, minutes).getTime()),
    emergency: of(emergency, (minutes) => now.getTime() - minutes * 60_000),
  }
}

/** How late a lead is that waits for what was promised since an instant; null for nothing. */
function latenessOf(since: number | null, { late, overdue }: Deadlines): Lateness {
  if (since === null || since >= late) return 'fine'
  return since < overdue ? 'overdue' : 'late'
}

/** The columns of the spec's list. */
export const leadColumns = {
  id: leads.id,
  ...pickLeadFields(leads),
  phoneAsTyped: leads.phoneAsTyped,
  createdAt: leads.createdAt,
  isContacted: leads.isContacted,
}

/** An instant in microseconds since 1970: a Date has only milliseconds. */
const microsOf = (instant: AnyColumn) =>
  sql<string>`(extract(epoch from ${instant}) * 1000000)::bigint::text`

/** When it was received. */
export const epochMicros = microsOf(leads.createdAt).as('micros')

/** The columns of a row of the inbox. */
const entryColumns = {
  ...leadColumns,
  submissionId: leads.submissionId,
  source: leads.source,
  town: leads.town,
  firstContactedAt: leads.firstContactedAt,
  isQuarantined: leads.isQuarantined,
  isUrgent,
  stage: referrals.stage,
  waitsFor: referrals.waitsFor,
  since: referrals.since,
  joinedTo: referrals.joinedTo,
  facts: {
    end: referrals.end,
    ours: referrals.ours,
    snooze: referrals.snooze,
    clockSince: referrals.clockSince,
  },
  place: {
    turn: referrals.turn,
    received: microsOf(referrals.receivedAt).as('received'),
    micros: epochMicros,
  },
}

/** Selects rows of the inbox: leads, each with its stage and its place in the orders of the list. */
export const selectEntries = (db: Database | Transaction) =>
  db.select(entryColumns).from(leads).innerJoin(referrals, eq(referrals.leadId, leads.id))

/** A row of the inbox, as it is selected. */
export type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

/** The lead whose offers are those of this one, too. */
const rootOf = ({ id, joinedTo }: Pick<EntryRow, 'id' | 'joinedTo'>) => joinedTo ?? id

/** The offers of leads that contractors are asked to answer, have, or had at the end, oldest first. */
const readGiven = (db: Database | Transaction, leadIds: number[]) =>
  db
    .select({ ...getTableColumns(offers), companyName: contractors.companyName })
    .from(offers)
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .where(
      and(inArray(offers.leadId, leadIds), inArray(offers.state, ['open', 'accepted', 'ended'])),
    )
    .orderBy(asc(offers.id))

type Given = Awaited<ReturnType<typeof readGiven>>[number]

/** Whom a lead is with, as its row names them. */
function holderOf({ stage, facts }: EntryRow, given: readonly Given[]) {
  const open = given.filter(({ state }) => state === 'open')
  const accepted = given.find(({ state }) => state === 'accepted')
  const ended = facts.end ? given.findLast(({ state }) => state === 'ended') : undefined
  const holder = accepted ?? ended
  // Of an offer whose mail has not left the time to answer has not begun.
  const ends = open.flatMap(({ mailedAt, expiresAt }) => (mailedAt === null ? [] : expiresAt))
  const isAsked = !holder && open.length > 0
  const isQuiet = holder?.missedAt != null && holder.askedForNewsAt !== null
  const isSpoken = holder?.missedAt == null && holder?.spokenAt != null
  return {
    companyName: isAsked
      ? open.map(({ companyName }) => companyName).join(', ')
      : (holder?.companyName ?? null),
    until: isAsked && ends.length > 0 ? asIso(Math.max(...ends)) : null,
    acceptedAt: asIso(holder?.answeredAt),
    callAt: asIso(holder?.callAt),
    calledAt: asIso(holder?.spokenAt),
    // How it goes, once the call is no longer what is waited for.
    goes: stage !== 'matched' ? null : isQuiet ? 'quiet' : isSpoken ? 'spoken' : null,
  }
}

/** Returns rows in the form of the inbox, as late as they are now. */
export async function toEntries(
  db: Database | Transaction,
  rows: readonly EntryRow[],
): Promise<LeadEntry[]> {
  if (rows.length === 0) return []
  const given = Map.groupBy(await readGiven(db, rows.map(rootOf)), ({ leadId }) => leadId)
  const now = new Date()
  const answers = deadlinesAt(now, business.waitLimits)
  const calls = deadlinesAt(now, business.callLimits)
  return rows.map((row) => {
    const { createdAt, firstContactedAt, submissionId, facts, place: _, ...rest } = row
    const { end, ours, snooze, clockSince } = facts
    const { goes, ...holder } = holderOf(row, given.get(rootOf(row)) ?? [])
    const deadlines = row.stage === 'matched' ? calls : answers
    return {
      ...rest,
      ...holder,
      reference: leadReference(submissionId),
      createdAt: createdAt.toISOString(),
      firstContactedAt: firstContactedAt?.toISOString() ?? null,
      since: new Date(row.since).toISOString(),
      reason: end?.reason ?? (row.stage === 'ours' && ours ? ours.reason : goes),
      isReported: end?.isReported ?? false,
      remindAt: asIso(snooze?.until),
      remindReason: snooze?.reason ?? null,
      lateness: latenessOf(clockSince, deadlines[row.isUrgent ? 'emergency' : 'usual']),
    }
  })
}

/** Reads one lead as a row of the inbox. Throws if there is none. */
export async function findEntry(db: Database | Transaction, leadId: number): Promise<LeadEntry> {
  const rows = await selectEntries(db).where(eq(leads.id, leadId))
  const [entry] = await toEntries(db, rows)
  if (!entry) throw noLead(leadId)
  return entry
}
