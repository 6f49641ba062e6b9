import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FeeEvent } from '#/contracts/money/money.ts'
import { feeRules, ledgerEntries } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../db/database.ts'
import { chooseRule, type FeeOccasion, feeBy, feeInWords } from './fee-choice.ts'

/** A lead that its contractor has accepted or done, on a local day. Nothing in it names a visitor. */
export type ChargedLead = FeeOccasion & {
  leadId: number
  offerId: number
  /** `123-4567`. */
  reference: string
  source: string
  town: string | null
  /** What the job came to; null while that is not known. */
  jobValueCents: number | null
}

const reversal = alias(ledgerEntries, 'reversal')

/** The last fee of an offer for an event, and what took it back. */
async function findLast(tx: Transaction, offerId: number, event: FeeEvent) {
  const [last] = await tx
    .select({
      amountCents: ledgerEntries.amountCents,
      ruleId: ledgerEntries.ruleId,
      reversedBy: reversal.kind,
      actor: reversal.actor,
    })
    .from(ledgerEntries)
    .leftJoin(reversal, eq(reversal.reverses, ledgerEntries.id))
    .where(
      and(
        eq(ledgerEntries.offerId, offerId),
        eq(ledgerEntries.event, event),
        eq(ledgerEntries.kind, 'fee'),
      ),
    )
    .orderBy(desc(ledgerEntries.id))
    .limit(1)
  return last && { ...last, isByUser: last.reversedBy === 'credit' || last.actor !== null }
}

/** The rule by which a lead is charged: the one that made its last fee, else the one of that day. */
async function findRule(tx: Transaction, lead: ChargedLead, ruleId: number | null) {
  const isOne = ruleId === null ? isNull(feeRules.removedAt) : eq(feeRules.id, ruleId)
  const rules = await tx
    .select()
    .from(feeRules)
    .where(and(isOne, eq(feeRules.event, lead.event)))
  return ruleId === null ? chooseRule(rules, lead) : rules[0]
}

/**
 * Charges what an offer costs for an event: once, however often it is called. What a user has credited
 * or reversed is not charged again. A fee that changes with the job's value is taken back and charged
 * anew. The lead must be held.
 */
export async function chargeFee(tx: Transaction, lead: ChargedLead): Promise<void> {
  const { day: _day, jobValueCents, ...facts } = lead
  const last = await findLast(tx, lead.offerId, lead.event)
  if (last?.isByUser) return
  const inForce = last?.reversedBy === null ? last : undefined
  const rule = await findRule(tx, lead, inForce?.ruleId ?? null)
  const amountCents = rule && feeBy(rule, jobValueCents)
  if (inForce) {
    if (inForce.amountCents === amountCents) return
    await reverseFees(tx, lead.offerId, 'The value of the job was corrected', lead.event)
  }
  if (!rule || !amountCents) return
  await tx.insert(ledgerEntries).values({
    ...facts,
    amountCents,
    kind: 'fee',
    ruleId: rule.id,
    text: feeInWords(rule, jobValueCents),
    // Not when the transaction began: it may have waited for the lead.
    createdAt: sql`clock_timestamp()`,
  })
}

/** Takes back the fees of an offer that are not taken back yet: all, or those for one event. */
export async function reverseFees(
  tx: Transaction,
  offerId: number,
  why: string,
  event?: FeeEvent,
): Promise<void> {
  const ofEvent = event ? sql`and event = ${event}` : sql``
  await tx.execute(sql`
    insert into ${ledgerEntries} (contractor_id, kind, amount_cents, lead_id, reference, offer_id,
      event, rule_id, reverses, text, service, source, town, created_at)
    select contractor_id, 'reversal', -amount_cents, lead_id, reference, offer_id,
      event, rule_id, id, ${why}, service, source, town, clock_timestamp()
    from ${ledgerEntries} where offer_id = ${offerId} and kind = 'fee' ${ofEvent} order by id
    on conflict (reverses) where reverses is not null do nothing`)
}
