import { and, desc, eq, notInArray } from 'drizzle-orm'
import type { WrittenMail } from '#/contracts/notifications/mails.ts'
import type { Referral } from '#/contracts/referrals/offers.ts'
import { offerPath } from '#/contracts/routes.ts'
import { leads, offerLinks } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { hashLinkToken, makeLinkToken } from '../../http/link-tokens.ts'
import { createFollowUpMail } from '../request-page/follow-ups.ts'
import { createVisitorMails } from './introduction.ts'
import { matchedLead, offeredWork } from './lead-facts.ts'
import { findOffer, readReferral } from './read-offers.ts'

/** The newest links of an offer; each try of a mail makes one. */
const mostLinks = 20

/** Makes a link to the page of an offer. Only its hash is stored. */
async function makeOfferLink(db: Database, offerId: number, siteUrl: string): Promise<string> {
  const token = makeLinkToken()
  await db.insert(offerLinks).values({ tokenHash: hashLinkToken(token), offerId })
  const newest = db
    .select({ tokenHash: offerLinks.tokenHash })
    .from(offerLinks)
    .where(eq(offerLinks.offerId, offerId))
    .orderBy(desc(offerLinks.createdAt))
    .limit(mostLinks)
  await db
    .delete(offerLinks)
    .where(and(eq(offerLinks.offerId, offerId), notInArray(offerLinks.tokenHash, newest)))
  return siteUrl + offerPath(token)
}

const gone: WrittenMail = { cancelled: 'The request was deleted before the mail left.' }
const ended: WrittenMail = { cancelled: 'The offer ended before the mail left.' }
const over: WrittenMail = {
  cancelled: 'The request was lost or in quarantine when the mail left.',
}
const theirs: WrittenMail = {
  cancelled: 'The contractor had the request again when the mail left.',
}
const lapsed: WrittenMail = {
  cancelled: 'The license or the insurance of the contractor has lapsed.',
}

/** Why nobody has a lead: whoever had it last was taken off the list, or else nobody said yes. */
function whyUnmatched({ hasRunOut, offers }: Referral): 'ran-out' | 'by-hand' | 'taken-back' {
  const given = offers.findLast(({ state, answeredAt }) => state === 'withdrawn' && answeredAt)
  const wasLast = offers.every(({ offeredAt }) => offeredAt <= (given?.answeredAt ?? ''))
  if (given && wasLast) return 'taken-back'
  return hasRunOut ? 'ran-out' : 'by-hand'
}

/** Tells the owner that nobody has a lead, and nobody is being asked. */
async function writeUnmatched(db: Database, leadId: number): Promise<WrittenMail> {
  const [lead] = await db
    .select({ id: leads.id, service: leads.service, name: leads.name })
    .from(leads)
    .where(eq(leads.id, leadId))
  if (!lead) return gone
  const { id, ...rest } = lead
  const referral = await readReferral(db, leadId)
  const isAsked = referral?.offers.some(({ state }) => state === 'open')
  if (referral?.outcome !== 'open' || isAsked) {
    return { cancelled: 'The request no longer needed anyone, or was offered again.' }
  }
  return { wanted: { kind: 'unmatched', leadId: id, ...rest, why: whyUnmatched(referral) } }
}

/** Makes the function that writes mails about offers as things stand when they leave. */
export function createOfferMails(db: Database, siteUrl: string) {
  const writeIntroduction = createVisitorMails(db, siteUrl)
  const writeFollowUp = createFollowUpMail(db, siteUrl)
  return async ({
    channel,
    leadId,
    offerId,
  }: {
    channel: string
    leadId: number
    offerId: number | null
  }): Promise<WrittenMail> => {
    if (channel === 'unmatched') return writeUnmatched(db, leadId)
    if (channel === 'follow-up') return writeFollowUp(leadId)
    if (channel === 'introduction' && offerId !== null) return writeIntroduction(offerId)
    const found = offerId === null ? undefined : await findOffer(db, { offerId })
    if (!found) return gone
    const { offer, access, lead, outcome } = found
    const work = await offeredWork(db, lead)
    if (channel === 'recall') {
      const isTheirs = access === 'accepted' && outcome !== 'lost'
      return isTheirs ? theirs : { wanted: { kind: 'recall', work } }
    }
    if (channel === 'match') {
      if (access !== 'accepted') return ended
      if (outcome === 'lost' || lead.isQuarantined) return over
      const link = await makeOfferLink(db, offer.id, siteUrl)
      const callAt = offer.callAt?.toISOString() ?? null
      return {
        wanted: { kind: 'match', lead: await matchedLead(db, lead), callAt, link },
        replyTo: { name: lead.name, address: lead.email },
      }
    }
    if (access === 'lapsed') return lapsed
    if (access !== 'open') return ended
    const link = await makeOfferLink(db, offer.id, siteUrl)
    return { wanted: { kind: 'offer', work, answerBy: offer.expiresAt.toISOString(), link } }
  }
}
