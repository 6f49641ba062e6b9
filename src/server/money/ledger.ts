import { and, asc, eq, isNull, lt, max, not, or, type SQL, sql } from 'drizzle-orm'
import { chargedFor } from '#/content/money.ts'
import { monthAfter } from '#/contracts/days.ts'
import type { Account, LedgerEntry } from '#/contracts/money/ledger.ts'
import type { FeeEvent } from '#/contracts/money/money.ts'
import { contractors, leads, ledgerEntries, sentStatements } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../db/database.ts'
import { leadReference } from '../db/lead-reference.ts'
import { AppError } from '../http/errors.ts'
import { instantOfLocal } from '../time/business-hours.ts'
import { localDay } from '../time/local-day.ts'
import { type FeeOccasion, listRules, ruleFor } from './fee-rules.ts'
import type { NewEntry } from './money-schemas.ts'

/** The month at a time, where the business is. */
export const localMonth = (time = Date.now()) => localDay(time).slice(0, 7)

/** The contractors of the list, and those who still owe or are owed something, by name. */
export async function listAccounts(db: Database): Promise<Account[]> {
  const balanceCents = sql<number>`coalesce(sum(${ledgerEntries.amountCents}), 0)`.mapWith(Number)
  const { id: contractorId, companyName, removedAt } = contractors
  const lastAt = max(ledgerEntries.createdAt)
  const rows = await db
    .select({ contractorId, companyName, removedAt, balanceCents, lastAt })
    .from(contractors)
    .leftJoin(ledgerEntries, eq(ledgerEntries.contractorId, contractorId))
    .groupBy(contractorId)
    .having(or(isNull(removedAt), sql`${balanceCents} <> 0`))
    .orderBy(asc(sql`lower(${companyName})`), asc(contractorId))
  return rows.map(({ removedAt: removed, lastAt: last, ...row }) => ({
    ...row,
    isRemoved: removed !== null,
    lastAt: last?.toISOString() ?? null,
  }))
}

/** True for an `entry` that is income: not a payment, nor what takes back a `reversed` one. */
export const isIncome = sql`'payment' not in (entry.kind, coalesce(reversed.kind, ''))`

/** The income from each contractor since a time, in cents. */
export async function readIncome(db: Database, since: Date): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ contractor_id: string; cents: string }>(sql`
    select entry.contractor_id, sum(entry.amount_cents) cents
    from ${ledgerEntries} entry left join ${ledgerEntries} reversed on reversed.id = entry.reverses
    where ${isIncome} and entry.created_at > ${since.toISOString()}::timestamptz
    group by entry.contractor_id`)
  return new Map(rows.map((row) => [Number(row.contractor_id), Number(row.cents)]))
}

/** When a month begins. */
export function startOf(month: string): Date {
  const start = instantOfLocal(`${month}-01T00:00`)
  if (!start) throw new Error(`no month: ${month}`)
  return start
}

/** A reversal is final, and so is a credit that an earlier version has granted for a fee. */
const isFinal = sql`(${ledgerEntries.kind} = 'reversal'
  or (${ledgerEntries.kind} = 'credit' and ${ledgerEntries.reverses} is not null))`

/** Another entry takes it back. */
const isReversed = sql`exists (select from ${ledgerEntries} other where other.reverses = ${ledgerEntries.id})`

/** The entries of a contractor until a time, oldest first. */
async function listEntries(db: Database, contractorId: number, end: Date): Promise<LedgerEntry[]> {
  const { id, createdAt: at, kind, amountCents, text, reference, leadId, actor } = ledgerEntries
  const canBeReversed = sql<boolean>`not ${isFinal} and not ${isReversed}`
  const rows = await db
    .select({ id, at, kind, amountCents, text, reference, leadId, actor, canBeReversed })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.contractorId, contractorId), lt(at, end)))
    .orderBy(asc(at), asc(id))
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

const sumOf = (entries: readonly LedgerEntry[]) =>
  entries.reduce((all, { amountCents }) => all + amountCents, 0)

/** The statement of a contractor for a month of the business's time zone. */
export async function readStatement(db: Database, contractorId: number, month = localMonth()) {
  const [contractor] = await db.select().from(contractors).where(eq(contractors.id, contractorId))
  if (!contractor) throw new AppError('not_found', `There’s no contractor number ${contractorId}.`)
  const { companyName, contactName, email } = contractor
  const from = startOf(month).toISOString()
  const all = await listEntries(db, contractorId, startOf(monthAfter(month)))
  const isThis = and(eq(sentStatements.contractorId, contractorId), eq(sentStatements.month, month))
  const [sent] = await db.select().from(sentStatements).where(isThis)
  return {
    contractorId,
    companyName,
    contactName,
    email,
    month,
    openingCents: sumOf(all.filter(({ at }) => at < from)),
    entries: all.filter(({ at }) => at >= from),
    months: monthsSince(all[0] ? Date.parse(all[0].at) : Date.now()),
    closingCents: sumOf(all),
    sentAt: sent?.sentAt.toISOString() ?? null,
  }
}

/** All months up to this one, newest first. */
function monthsSince(time: number): string[] {
  const first = localMonth(time)
  const months: string[] = []
  for (let month = localMonth(); month >= first; month = monthAfter(month, -1)) months.push(month)
  return months
}

/** True where the fee of an offer for an event is in force, or was taken back by a user. */
async function isSettled(tx: Transaction, offerId: number, event: FeeEvent): Promise<boolean> {
  const isFee = and(
    eq(ledgerEntries.offerId, offerId),
    eq(ledgerEntries.event, event),
    eq(ledgerEntries.kind, 'fee'),
    sql`not exists (select from ${ledgerEntries} other
      where other.reverses = ${ledgerEntries.id} and other.actor is null)`,
  )
  return (await tx.$count(ledgerEntries, isFee)) > 0
}

/**
 * Charges what an offer costs for an event: once, however often it is called. What a user has taken back
 * is not charged again. The lead must be held. Nothing that is stored names its visitor.
 */
export async function chargeFee(
  tx: Transaction,
  offerId: number,
  { leadId, ...occasion }: FeeOccasion & { leadId: number },
): Promise<void> {
  const { contractorId, service, event } = occasion
  if (await isSettled(tx, offerId, event)) return
  const rule = ruleFor(await listRules(tx), occasion)
  const [lead] = await tx.select().from(leads).where(eq(leads.id, leadId))
  if (!lead || !rule || rule.amountCents === 0) return
  await tx.insert(ledgerEntries).values({
    contractorId,
    leadId,
    offerId,
    event,
    service,
    source: lead.source,
    reference: leadReference(lead.submissionId),
    town: lead.isOutside ? 'outside' : lead.town,
    amountCents: rule.amountCents,
    kind: 'fee',
    ruleId: rule.id,
    text: chargedFor[event],
    // Not when the transaction began: it may have waited for the lead.
    createdAt: sql`clock_timestamp()`,
  })
}

/** Takes entries back that are not taken back yet, each by one that says why. Returns how many. */
async function reverse(
  db: Database | Transaction,
  which: SQL,
  { why, actor = null }: { why: SQL; actor?: string | null },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into ${ledgerEntries} (contractor_id, kind, amount_cents, lead_id, reference, offer_id,
      event, rule_id, reverses, text, service, source, town, actor, created_at)
    select contractor_id, 'reversal', -amount_cents, lead_id, reference, offer_id,
      event, rule_id, id, ${why}, service, source, town, ${actor}, clock_timestamp()
    from ${ledgerEntries} where ${which} order by id
    on conflict (reverses) where reverses is not null do nothing`)
  return rowCount ?? 0
}

/** Takes back the fees of an offer that are not taken back yet: all, or those for one event. */
export async function reverseFees(tx: Transaction, offerId: number, why: string, event?: FeeEvent) {
  const ofEvent = event ? sql`and event = ${event}` : sql``
  await reverse(tx, sql`offer_id = ${offerId} and kind = 'fee' ${ofEvent}`, { why: sql`${why}` })
}

/** Adds what the team enters: a payment or a credit lowers what is owed, a fee raises it. */
export async function addEntry(
  db: Database,
  contractorId: number,
  { kind, amount, text, actor }: NewEntry & { actor: string },
): Promise<void> {
  if ((await db.$count(contractors, eq(contractors.id, contractorId))) === 0) {
    throw new AppError('not_found', `There’s no contractor number ${contractorId}.`)
  }
  const amountCents = kind === 'fee' ? amount : -amount
  await db.insert(ledgerEntries).values({ contractorId, kind, amountCents, text, actor })
}

/** Takes an entry back by another one, whatever it is. Only once, and no reversal. */
export async function reverseEntry(db: Database, entryId: number, { actor }: { actor: string }) {
  const isIt = sql`id = ${entryId} and not ${isFinal}`
  if ((await reverse(db, isIt, { why: sql`text`, actor })) === 0) {
    throw new AppError('conflict', 'This entry was already reversed, or reverses another one.')
  }
}

/** What a contractor pays for an offer: its fees that are not taken back, the first charged first. */
export async function listOfferFees(db: Database, offerId: number) {
  return db
    .select({ amountCents: ledgerEntries.amountCents, text: ledgerEntries.text })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.offerId, offerId), eq(ledgerEntries.kind, 'fee'), not(isReversed)))
    .orderBy(asc(ledgerEntries.id))
}
