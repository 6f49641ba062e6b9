import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { FeeRule } from '#/contracts/money/ledger.ts'
import { type FeeEvent, feeEvents } from '#/contracts/money/money.ts'
import { contractors, feeRules } from '#/server/db/tables/schema.ts'
import type { Database } from '../db/database.ts'
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

/** The rules, those first that go over others: a named contractor, then a named service, then what holds since last. */
export async function listRules(db: Database): Promise<FeeRule[]> {
  const { id, contractorId, service, event, amountCents, holdsFrom } = feeRules
  const { companyName } = contractors
  return db
    .select({ id, contractorId, companyName, service, event, amountCents, holdsFrom })
    .from(feeRules)
    .leftJoin(contractors, eq(contractors.id, contractorId))
    .where(isThere)
    .orderBy(
      asc(sql`${contractorId} is null`),
      asc(sql`lower(${companyName})`),
      asc(sql`${service} is null`),
      asc(service),
      desc(holdsFrom),
      desc(id),
    )
}

/** Of the rules, as they are listed, the one that decides what is paid; undefined if none holds. */
export function ruleFor(
  rules: readonly FeeRule[],
  { contractorId, service, event, day }: FeeOccasion,
): FeeRule | undefined {
  return rules.find(
    (rule) =>
      rule.event === event &&
      rule.holdsFrom <= day &&
      (rule.contractorId ?? contractorId) === contractorId &&
      (rule.service ?? service) === service,
  )
}

/** What a contractor would pay for a request of a service that they accept today: what is free is left out. */
export async function listFeesAhead(db: Database, contractorId: number, service: string) {
  const rules = await listRules(db)
  const occasion = { contractorId, service, day: localDay() }
  return feeEvents.flatMap((event) => {
    const rule = ruleFor(rules, { ...occasion, event })
    return rule && rule.amountCents > 0 ? [{ event, amountCents: rule.amountCents }] : []
  })
}

export async function addRule(db: Database, { price: amountCents, ...rule }: NewFeeRule) {
  const { contractorId } = rule
  const isThem = and(eq(contractors.id, contractorId ?? 0), isNull(contractors.removedAt))
  if (contractorId !== null && (await db.$count(contractors, isThem)) === 0) {
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
  if (removed.length === 0) throw new AppError('not_found', 'This fee was already removed.')
}
