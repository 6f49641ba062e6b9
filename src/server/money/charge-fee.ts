import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FeeEvent } from '#/contracts/money/money.ts'
import { feeRules, ledgerEntries } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../db/database.ts'
import { chooseRule, type FeeOccasion, feeInWords } from './fee-choice.ts'

/** A lead that its contractor has accepted or done, on a local day. Nothing in it names a visitor. */
type ChargedLead = FeeOccasion & {
  leadId: number
  offerId: number
  /** `123-4567`. */
  reference: string
  source: string
  town: string | null
}

const reversal = alias(ledgerEntries, 'reversal')

/** True if the last fee of an offer for an event is in force, or was taken back by a user. */
async function isSettled(tx: Transaction, offerId: number, event: FeeEvent): Promise<boolean> {
  const [last] = await tx
    .select({ reversedBy: reversal.id, actor: reversal.actor })
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
  return last !== undefined && (last.reversedBy === null || last.actor !== null)
}

/**
 * Charges what an offer costs for an event: once, however often it is called. What a user has taken back
 * is not charged again. The lead must be held.
 */
export async function chargeFee(tx: Transaction, lead: ChargedLead): Promise<void> {
  if (await isSettled(tx, lead.offerId, lead.event)) return
  const rule = chooseRule(await tx.select().from(feeRules).where(isNull(feeRules.removedAt)), lead)
  if (!rule || rule.amountCents === 0) return
  const { day: _day, ...facts } = lead
  await tx.insert(ledgerEntries).values({
    ...facts,
    amountCents: rule.amountCents,
    kind: 'fee',
    ruleId: rule.id,
    text: feeInWords[lead.event],
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
