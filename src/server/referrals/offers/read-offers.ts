import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { barOf } from '#/contracts/referrals/contractor-standing.ts'
import { accessTo } from '#/contracts/referrals/offer-states.ts'
import type { Referral } from '#/contracts/referrals/offers.ts'
import type { MatchView } from '#/contracts/referrals/requests.ts'
import { contractors, leads, offerLinks, offers, referrals } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'

/** What has become of a lead, and its offers; undefined if there is no such lead. */
export async function readReferral(db: Database, leadId: number): Promise<Referral | undefined> {
  const [lead] = await db
    .select({
      outcome: referrals.outcome,
      lostReason: referrals.lostReason,
      isAutomatic: referrals.isAutomatic,
      ranOutAt: referrals.ranOutAt,
    })
    .from(leads)
    .leftJoin(referrals, eq(referrals.leadId, leads.id))
    .where(eq(leads.id, leadId))
  if (!lead) return undefined
  const rows = await db
    .select({ offer: offers, companyName: contractors.companyName })
    .from(offers)
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .where(eq(offers.leadId, leadId))
    .orderBy(asc(offers.id))
  return {
    outcome: lead.outcome ?? 'open',
    lostReason: lead.lostReason,
    isAutomatic: lead.isAutomatic ?? false,
    hasRunOut: lead.ranOutAt !== null,
    offers: rows.map(({ offer, companyName }) => ({
      id: offer.id,
      contractorId: offer.contractorId,
      companyName,
      state: offer.state,
      offeredAt: offer.offeredAt.toISOString(),
      expiresAt: offer.expiresAt.toISOString(),
      answeredAt: offer.answeredAt?.toISOString() ?? null,
      declineReason: offer.declineReason,
      callAt: offer.callAt?.toISOString() ?? null,
      by: offer.offeredBy,
    })),
  }
}

/** At most so many are listed. */
const mostRanOut = 20

/** The open leads for which the server found no contractor left to ask, oldest first. */
export async function listRanOut(
  db: Database,
): Promise<{ leadId: number; name: string; at: Date }[]> {
  const rows = await db
    .select({ leadId: leads.id, name: leads.name, at: referrals.ranOutAt })
    .from(referrals)
    .innerJoin(leads, eq(leads.id, referrals.leadId))
    .where(
      and(
        isNotNull(referrals.ranOutAt),
        eq(referrals.outcome, 'open'),
        eq(leads.isQuarantined, false),
      ),
    )
    .orderBy(asc(referrals.ranOutAt))
    .limit(mostRanOut)
  return rows.map(({ at, ...lead }) => ({ ...lead, at: at ?? new Date(0) }))
}

/** Who has a lead, as its visitor's page says it; null while nobody has. */
export async function readMatch(db: Database, leadId: number): Promise<MatchView | null> {
  const [row] = await db
    .select({
      companyName: contractors.companyName,
      licenseNumber: contractors.licenseNumber,
      phone: contractors.phone,
      removedAt: contractors.removedAt,
      callAt: offers.callAt,
      outcome: referrals.outcome,
    })
    .from(offers)
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .innerJoin(referrals, eq(referrals.leadId, offers.leadId))
    .where(and(eq(offers.leadId, leadId), eq(offers.state, 'accepted')))
  // Whatever it was lost for, nobody calls any more.
  if (!row || row.outcome === 'lost') return null
  const { outcome, callAt, removedAt, ...contractor } = row
  // Who was removed has it no more. What they have done stays true.
  if (removedAt && outcome !== 'done') return null
  return { ...contractor, callAt: callAt?.toISOString() ?? null, isDone: outcome === 'done' }
}

/** True for a lead that a contractor had and has no longer, whom its visitor may still expect. */
export async function wasMatched(db: Database, leadId: number): Promise<boolean> {
  const { state, answeredAt } = offers
  const isTakenBack = and(eq(state, 'withdrawn'), isNotNull(answeredAt))
  const isOfRemoved = and(eq(state, 'accepted'), isNotNull(contractors.removedAt))
  const [row] = await db
    .select({ id: offers.id })
    .from(offers)
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .where(and(eq(offers.leadId, leadId), or(isTakenBack, isOfRemoved)))
    .limit(1)
  return row !== undefined
}

/** An offer with its lead, its contractor and what it is to them, as its page and its mails need it. */
export async function findOffer(db: Database, which: { tokenHash: string } | { offerId: number }) {
  const [row] = await db
    .select({
      offer: offers,
      contractor: contractors,
      lead: leads,
      outcome: referrals.outcome,
      lostReason: referrals.lostReason,
      now: sql`now()`.mapWith(offers.expiresAt),
    })
    .from(offers)
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .innerJoin(leads, eq(leads.id, offers.leadId))
    .leftJoin(referrals, eq(referrals.leadId, offers.leadId))
    .where(
      'offerId' in which
        ? eq(offers.id, which.offerId)
        : eq(
            offers.id,
            sql`(select ${offerLinks.offerId} from ${offerLinks} where ${offerLinks.tokenHash} = ${which.tokenHash})`,
          ),
    )
  if (!row) return undefined
  const { now, ...found } = row
  const { state, expiresAt } = found.offer
  const bar = barOf(found.contractor, localDay(now.getTime()))
  const access = accessTo({ state, expiresAt: expiresAt.getTime(), bar }, now.getTime())
  return { ...found, access }
}

/** An offer as `findOffer` answers it. */
export type FoundOffer = NonNullable<Awaited<ReturnType<typeof findOffer>>>
