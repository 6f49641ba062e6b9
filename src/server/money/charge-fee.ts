import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type FeeEvent, outsideTown } from '#/contracts/money/money.ts'
import { leads, ledgerEntries } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../db/database.ts'
import { leadReference } from '../db/lead-reference.ts'
import { type FeeOccasion, listRules, ruleFor } from './fee-rules.ts'

/** What the entry of a fee says. */
const feeInWords: Record<FeeEvent, string> = {
  accepted: 'Request accepted',
  done: 'Job done',
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
    town: lead.isOutside ? outsideTown : lead.town,
    amountCents: rule.amountCents,
    kind: 'fee',
    ruleId: rule.id,
    text: feeInWords[event],
    // Not when the transaction began: it may have waited for the lead.
    createdAt: sql`clock_timestamp()`,
  })
}

/** Takes entries back that are not taken back yet, each by one that says why. Returns how many. */
export async function reverse(
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
