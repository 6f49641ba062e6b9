import { asc, eq, sql } from 'drizzle-orm'
import { type Bar, barOf } from '#/contracts/referrals/contractor-standing.ts'
import type { LostReason, Outcome, OwnerReason } from '#/contracts/referrals/offer-states.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { contractors, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { settleDone } from './fees.ts'

type LeadRow = typeof leads.$inferSelect

/** A contractor, as their row is. */
export type ContractorRow = typeof contractors.$inferSelect

/** An offer of a lead, its contractor, and what keeps them from it. */
export type LeadOffer = typeof offers.$inferSelect & {
  contractor: ContractorRow
  bar: Bar | undefined
}

/** A lead with all that decides what may happen to it: what became of it, and to whom it was offered. */
export type ReferredLead = LeadRow & {
  isUrgent: boolean
  outcome: Outcome
  lostReason: LostReason | null
  /** The server offers it to one contractor after another. */
  isAutomatic: boolean
  /** Since when no contractor has it and none is asked, so that it is the owner's; else null. */
  ranOutAt: Date | null
  /** Why it is the owner's; null where `ranOutAt` is. */
  ownerReason: OwnerReason | null
  /** Those who fit can be asked nothing before this; null where the server need not wait. */
  nextTryAt: Date | null
  placeAskedAt: Date | null
  reopenedAt: Date | null
  /** What its contractor says it was lost for, until its visitor or the owner has agreed. */
  claimedReason: LostReason | null
  claimedAt: Date | null
  /** When a mail asked its visitor whether that is right; null where none could. */
  claimAskedAt: Date | null
  /** An earlier open request of the same person, with which this one goes to one contractor. */
  joinedTo: number | null
  isParted: boolean
  /** When the outcome last changed; null if it never did. */
  outcomeAt: Date | null
  /** Oldest first. */
  offers: LeadOffer[]
  /** The database's time, read after the lead. */
  now: Date
}

/** A lead that no other transaction can offer, answer, close or erase until this one ends. */
export type HeldLead = ReferredLead & { isHeld: true }

async function withReferral(db: Database | Transaction, lead: LeadRow): Promise<ReferredLead> {
  // Not `now()`, which is when the transaction began: it may have waited for the lead.
  const [row] = await db
    .select({
      now: sql`clock_timestamp()`.mapWith(offers.offeredAt),
      outcome: referrals.outcome,
      lostReason: referrals.lostReason,
      isAutomatic: referrals.isAutomatic,
      ranOutAt: referrals.ranOutAt,
      ownerReason: referrals.ownerReason,
      nextTryAt: referrals.nextTryAt,
      placeAskedAt: referrals.placeAskedAt,
      reopenedAt: referrals.reopenedAt,
      claimedReason: referrals.claimedReason,
      claimedAt: referrals.claimedAt,
      claimAskedAt: referrals.claimAskedAt,
      joinedTo: referrals.joinedTo,
      isParted: referrals.isParted,
      outcomeAt: referrals.outcomeAt,
    })
    .from(sql`(select ${lead.id}::bigint asked_id) asked`)
    .leftJoin(referrals, sql`${referrals.leadId} = asked_id`)
  if (!row) throw new Error('the database did not tell the time')
  const rows = await db
    .select({ offer: offers, contractor: contractors })
    .from(offers)
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .where(eq(offers.leadId, lead.id))
    .orderBy(asc(offers.id))
  const today = localDay(row.now.getTime())
  return {
    ...lead,
    ...row,
    isUrgent: lead.cannotWait || lead.service === urgentServiceId,
    outcome: row.outcome ?? 'open',
    isAutomatic: row.isAutomatic ?? false,
    isParted: row.isParted ?? false,
    offers: rows.map(({ offer, contractor }) => {
      return { ...offer, contractor, bar: barOf(contractor, today) }
    }),
  }
}

/** Reads a lead, to show it; undefined if there is none. */
export async function readLead(db: Database, leadId: number): Promise<ReferredLead | undefined> {
  const [lead] = await db.select().from(leads).where(eq(leads.id, leadId))
  return lead && withReferral(db, lead)
}

/**
 * Locks a lead, and then reads it. Everything that changes its outcome, its offers or what its visitor
 * added does so first: such changes of a lead come one after the other. Undefined if there is no such
 * lead; with `skipsHeld` also if another transaction holds it.
 */
export async function holdLead(
  tx: Transaction,
  leadId: number,
  options: { skipsHeld?: boolean } = {},
): Promise<HeldLead | undefined> {
  const lead = await lockLead(tx, leadId, options)
  return lead && { ...(await withReferral(tx, lead)), isHeld: true }
}

/** The offer that a contractor of this lead has accepted. */
export function acceptedOf(lead: ReferredLead): LeadOffer | undefined {
  return lead.offers.find(({ state }) => state === 'accepted')
}

/**
 * Stores what has become of a lead that is held, and when its outcome became so. A job that is done is
 * charged, and one that is not done after all is not.
 */
export async function saveReferral(
  tx: Transaction,
  lead: HeldLead,
  changes: Partial<Omit<typeof referrals.$inferInsert, 'leadId'>>,
): Promise<void> {
  const dated = changes.outcome ? { ...changes, outcomeAt: sql`clock_timestamp()` } : changes
  await tx
    .insert(referrals)
    .values({ leadId: lead.id, ...dated })
    .onConflictDoUpdate({ target: referrals.leadId, set: dated })
  if (changes.outcome) await settleDone(tx, lead, acceptedOf(lead), changes.outcome)
}

/**
 * Makes a lead that is held the owner's: no contractor has it, and the server asks none. It stands at
 * the top of the owner's list, with the reason.
 */
export function handToOwner(tx: Transaction, lead: HeldLead, reason: OwnerReason): Promise<void> {
  return saveReferral(tx, lead, {
    isAutomatic: false,
    ranOutAt: lead.now,
    ownerReason: reason,
    nextTryAt: null,
  })
}
