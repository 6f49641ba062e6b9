import { type AnyColumn, and, asc, desc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { FeeRule } from '#/contracts/money/ledger.ts'
import { type FeeEvent, feeEvents } from '#/contracts/money/money.ts'
import type { FeeAhead } from '#/contracts/referrals/offers.ts'
import { contractors, feeRules } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../db/database.ts'
import { AppError } from '../http/errors.ts'
import { localDay } from '../time/local-day.ts'
import type { NewFeeRule } from './money-schemas.ts'

const isThere = isNull(feeRules.removedAt)

/** What is to be paid for, and on which local day. */
export type FeeOccasion = {
  contractorId: number
  service: string
  event: FeeEvent
  day: string
}

/** Those first that go over others: a named contractor, then a named service, then what holds since last. */
const inOrder = [
  ...[asc(sql`${feeRules.contractorId} is null`), asc(sql`${feeRules.service} is null`)],
  ...[desc(feeRules.holdsFrom), desc(feeRules.id)],
]

/** The rule that decides what is paid; undefined if none holds. */
export async function findRule(
  db: Database | Transaction,
  { contractorId, service, event, day }: FeeOccasion,
): Promise<typeof feeRules.$inferSelect | undefined> {
  const isOf = (column: AnyColumn, value: unknown) => or(isNull(column), eq(column, value))
  const [rule] = await db
    .select()
    .from(feeRules)
    .where(
      and(
        isThere,
        eq(feeRules.event, event),
        lte(feeRules.holdsFrom, day),
        isOf(feeRules.contractorId, contractorId),
        isOf(feeRules.service, service),
      ),
    )
    .orderBy(...inOrder)
    .limit(1)
  return rule
}

/** The rules, those first that go over others. */
export async function listRules(db: Database): Promise<FeeRule[]> {
  return db
    .select({
      id: feeRules.id,
      contractorId: feeRules.contractorId,
      companyName: contractors.companyName,
      service: feeRules.service,
      event: feeRules.event,
      amountCents: feeRules.amountCents,
      holdsFrom: feeRules.holdsFrom,
    })
    .from(feeRules)
    .leftJoin(contractors, eq(contractors.id, feeRules.contractorId))
    .where(isThere)
    .orderBy(
      asc(sql`${feeRules.contractorId} is null`),
      asc(sql`lower(${contractors.companyName})`),
      asc(sql`${feeRules.service} is null`),
      asc(feeRules.service),
      desc(feeRules.holdsFrom),
      desc(feeRules.id),
    )
}

/** What a contractor would pay for a request of a service that they accept today: what is free is left out. */
export async function listFeesAhead(
  db: Database,
  contractorId: number,
  service: string,
): Promise<FeeAhead[]> {
  const day = localDay()
  const ahead = await Promise.all(
    feeEvents.map((event) => findRule(db, { contractorId, service, event, day })),
  )
  return ahead.flatMap((rule) =>
    rule && rule.amountCents > 0 ? [{ event: rule.event, amountCents: rule.amountCents }] : [],
  )
}

/** Adds a rule. */
export async function addRule(
  db: Database,
  { price: amountCents, ...rule }: NewFeeRule,
): Promise<void> {
  const { contractorId } = rule
  const isOnList =
    contractorId === null ||
    (await db.$count(
      contractors,
      and(eq(contractors.id, contractorId), isNull(contractors.removedAt)),
    )) > 0
  if (!isOnList) {
    const message = 'This contractor is no longer on the list.'
    throw new AppError('conflict', message, { fields: { contractorId: message } })
  }
  await db.insert(feeRules).values({ ...rule, amountCents })
}

/** Takes a rule out: nothing is charged by it any more. What was charged stays. */
export async function removeRule(db: Database, ruleId: number): Promise<void> {
  const removed = await db
    .update(feeRules)
    .set({ removedAt: sql`now()` })
    .where(and(isThere, eq(feeRules.id, ruleId)))
    .returning({ id: feeRules.id })
  if (removed.length === 0) throw new AppError('not_found', 'This rule was taken out already.')
}
