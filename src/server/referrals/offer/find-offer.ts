import { and, eq, isNull } from 'drizzle-orm'
import type { CallState, OfferAccess } from '#/contracts/referrals/offer-states.ts'
import { contractors, links, offers } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { type Instant, isWaiting, type Offer, type State, stageOf } from '../state.ts'
import { readEvents } from '../store/read-additions.ts'
import { type ReadRequest, readRequest } from '../store/read-request.ts'

/**
 * What an offer is to its contractor. Every page, form, photograph and mail asks this, so that what is
 * taken from a contractor is gone everywhere at once. One who was removed has nothing any more; one whose
 * papers lapsed keeps what they have said yes to. `ended` was theirs until the request was over, and they
 * may read it while it is.
 */
export function accessOf({ state, contractor }: Offer, { end }: Pick<State, 'end'>): OfferAccess {
  if (contractor.bar === 'removed') return 'removed'
  if (state === 'accepted' || (state === 'ended' && end)) return 'accepted'
  if (state === 'ended') return 'withdrawn'
  return contractor.bar ?? state
}

/** An offer with its request, and what its contractor may do with it. */
export type FoundOffer = {
  read: ReadRequest
  offer: Offer
  access: OfferAccess
  /** It was theirs, until its visitor said that they still need help. */
  isReopened: boolean
}

/** True for an offer whose time is over, and that can be accepted still: nobody has the request. */
export const isLate = ({ read, offer }: FoundOffer): boolean =>
  offer.state === 'expired' && offer.contractor.bar === undefined && isWaiting(stageOf(read.state))

/** Finds an offer by its number, or by the hash of the secret in a link to it. */
export async function findOffer(
  db: Database | Transaction,
  which: { tokenHash: string } | { offerId: number },
): Promise<FoundOffer | undefined> {
  const found =
    'offerId' in which
      ? await db.select().from(offers).where(eq(offers.id, which.offerId))
      : await db
          .select({ id: offers.id, leadId: offers.leadId })
          .from(links)
          .innerJoin(offers, eq(offers.id, links.offerId))
          .where(eq(links.tokenHash, which.tokenHash))
  const [row] = found
  const read = row && (await readRequest(db, row.leadId))
  const offer = read?.state.offers.find(({ id }) => id === row?.id)
  if (!read || !offer) return undefined
  const events = await readEvents(db, read.lead.id, ['still-needs-help'])
  const isReopened = events.some(
    (event) => 'offerId' in event && event.offerId === offer.id && event.at === offer.endedAt,
  )
  return { read, offer, access: accessOf(offer, read.state), isReopened }
}

/** Finds an offer of the contractor whose page a link opens. */
export async function findOfContractor(
  db: Database,
  tokenHash: string,
  offerId: number,
): Promise<FoundOffer | undefined> {
  const [row] = await db
    .select({ id: offers.id })
    .from(links)
    .innerJoin(
      contractors,
      and(eq(contractors.id, links.contractorId), isNull(contractors.removedAt)),
    )
    .innerJoin(offers, eq(offers.contractorId, contractors.id))
    .where(and(eq(links.tokenHash, tokenHash), eq(offers.id, offerId)))
  return row && findOffer(db, { offerId: row.id })
}

/** How it stands with the call that a contractor has promised. */
export function callStateOf(
  { callAt, spokenAt, missedAt }: Pick<Offer, 'callAt' | 'spokenAt' | 'missedAt'>,
  now: Instant,
): CallState {
  if (spokenAt !== null) return 'spoken'
  if (missedAt !== null) return 'missed'
  return callAt !== null && callAt <= now ? 'passed' : 'ahead'
}
