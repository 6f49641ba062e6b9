import { eq } from 'drizzle-orm'
import { defaultAddress } from '#/contracts/leads/lead-fields.ts'
import {
  canBeRated,
  isClosed,
  mayReopen,
  mayWantAgain,
} from '#/contracts/referrals/offer-states.ts'
import { type RequestView, shortenEmail } from '#/contracts/referrals/requests.ts'
import { soundsDangerous } from '#/contracts/referrals/urgent-words.ts'
import { leads, requestLinks } from '#/server/db/tables/schema.ts'
import { dayAndTime, promisedBy } from '#/server/time/promises.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { acceptedOf, readLead } from '../lead/held-lead.ts'
import { readAdditions, visitorSaysUrgent } from '../lead/read-additions.ts'
import { readFirstOfSame } from '../offers/join-leads.ts'
import { matchOf, matchOfJoined, wasMatched } from '../offers/read-offers.ts'
import { readRating, toReview } from './read-ratings.ts'

/** The number of the lead that a link leads to; undefined if there is none. */
export async function findLeadByLink(db: Database, tokenHash: string): Promise<number | undefined> {
  const [lead] = await db
    .select({ id: leads.id })
    .from(requestLinks)
    .innerJoin(leads, eq(leads.id, requestLinks.leadId))
    .where(eq(requestLinks.tokenHash, tokenHash))
  return lead?.id
}

/** What the page of a request shows, however it was opened; undefined if the lead was erased. */
export async function readRequestView(
  db: Database,
  leadId: number,
): Promise<Omit<RequestView, 'path' | 'chosenTown' | 'added' | 'answer'> | undefined> {
  const lead = await readLead(db, leadId)
  if (!lead) return undefined
  const additions = await readAdditions(db, leadId)
  const rating = await readRating(db, leadId)
  const first = await readFirstOfSame(db, lead)
  const answerBy = promisedBy(lead.reopenedAt ?? lead.createdAt, lead.isUrgent)
  return {
    reference: leadReference(lead.submissionId),
    receivedAt: lead.createdAt.toISOString(),
    isHeld: lead.isQuarantined,
    promise: lead.firstContactedAt
      ? null
      : { answerBy: dayAndTime(answerBy), isOver: answerBy <= lead.now },
    isUrgent: lead.isUrgent,
    visitorSaysUrgent: await visitorSaysUrgent(db, lead),
    isDangerous: soundsDangerous(
      [lead.message, ...additions.words.map(({ text }) => text)].join('\n'),
    ),
    service: lead.service,
    address: lead.address === defaultAddress ? null : lead.address,
    town: lead.town,
    isOutside: lead.isOutside,
    message: lead.message,
    phoneEnd: lead.phone.slice(-4),
    email: shortenEmail(lead.email),
    // What the office has opened again is needed, whatever was said before.
    additions: mayWantAgain(lead) ? additions : { ...additions, withdrawnAt: null },
    match: first ? matchOfJoined(first) : matchOf(lead),
    wasMatched: wasMatched(lead),
    isReopened: lead.outcome === 'open' && lead.ownerReason === 'reopened',
    mayReopen: mayReopen(lead, lead.now),
    isClosed: isClosed(lead) && !mayWantAgain(lead),
    asksForRating: !lead.claimedAt && canBeRated(lead, acceptedOf(lead)?.callAt, lead.now),
    rating,
    review: rating?.mayPublish ? toReview(rating, lead.service) : null,
  }
}
