import { asc, eq, sql } from 'drizzle-orm'
import { type Bar, barOf } from '#/contracts/referrals/contractor-standing.ts'
import type { LostReason, OfferFacts, ReferralFacts } from '#/contracts/referrals/offer-states.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { contractors, offers, referrals } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Transaction } from '#/server/db/database.ts'
import { lockLead } from '../lock-lead.ts'

/** An offer of a lead that is held. */
export type HeldOffer = OfferFacts & {
  id: number
  companyName: string
  email: string
  /** What keeps its contractor from it. */
  bar: Bar | undefined
}

/** A lead that nobody else can offer, answer, close or erase until the transaction ends. */
export type HeldLead = Omit<ReferralFacts, 'offers'> & {
  id: number
  isUrgent: boolean
  lostReason: LostReason | null
  isAutomatic: boolean
  offers: HeldOffer[]
  /** By the database's clock, once the lead was held. */
  now: Date
}

/**
 * Holds a lead, and reads what the rules need of it. Everything that changes its offers or its outcome
 * does so first, so that such changes of a lead come one after the other. Undefined if there is no such
 * lead; with `skipsHeld` also if somebody else holds it.
 */
export async function holdLead(
  tx: Transaction,
  leadId: number,
  options: { skipsHeld?: boolean } = {},
): Promise<HeldLead | undefined> {
  const lead = await lockLead(tx, leadId, options)
  if (!lead) return undefined
  // Not `now()`, which is when the transaction began: it may have waited for the lead.
  const [row] = await tx
    .select({
      now: sql`clock_timestamp()`.mapWith(offers.offeredAt),
      outcome: referrals.outcome,
      lostReason: referrals.lostReason,
      isAutomatic: referrals.isAutomatic,
    })
    .from(sql`(select ${leadId}::bigint held_id) held`)
    .leftJoin(referrals, sql`${referrals.leadId} = held_id`)
  if (!row) throw new Error('the database did not tell the time')
  const rows = await tx
    .select({
      id: offers.id,
      contractor: contractors,
      state: offers.state,
      expiresAt: offers.expiresAt,
    })
    .from(offers)
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .where(eq(offers.leadId, leadId))
    .orderBy(asc(offers.id))
  return {
    id: leadId,
    isUrgent: lead.service === urgentServiceId,
    isQuarantined: lead.isQuarantined,
    outcome: row.outcome ?? 'open',
    lostReason: row.lostReason,
    isAutomatic: row.isAutomatic ?? false,
    offers: rows.map(({ contractor, expiresAt, ...offer }) => ({
      ...offer,
      contractorId: contractor.id,
      companyName: contractor.companyName,
      email: contractor.email,
      bar: barOf(contractor, localDay(row.now.getTime())),
      expiresAt: expiresAt.getTime(),
    })),
    now: row.now,
  }
}

/** Stores what has become of a lead that is held, and when its outcome became so. */
export async function saveReferral(
  tx: Transaction,
  leadId: number,
  changes: Partial<Omit<typeof referrals.$inferInsert, 'leadId'>>,
): Promise<void> {
  const dated = changes.outcome ? { ...changes, outcomeAt: sql`clock_timestamp()` } : changes
  await tx
    .insert(referrals)
    .values({ leadId, ...dated })
    .onConflictDoUpdate({ target: referrals.leadId, set: dated })
}
