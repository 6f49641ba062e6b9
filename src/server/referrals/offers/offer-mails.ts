import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import type { MailToRender, WrittenMail } from '#/contracts/notifications/mails.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { type ReferredLead, readLead } from '../lead/held-lead.ts'
import { linkToOffer, linkToPage } from '../lead/links.ts'
import { createIntroduction } from './introduction.ts'
import { matchedLead, offeredWork } from './lead-facts.ts'
import { answerBy } from './offer-changes.ts'
import { type FoundOffer, findOffer } from './read-offers.ts'
import { writeUnmatched } from './unmatched.ts'
import { createVisitorUpdate } from './visitor-update.ts'

const cancelled = (why: string): WrittenMail => ({ cancelled: why })
const erased = cancelled('The request was deleted before the mail left.')
const ended = cancelled('The offer ended before the mail left.')

type Recall = MailToRender & { kind: 'recall' }

/** Its contractor still has to be reminded of the call: it did not come, and no other time was agreed. */
const isReminded = ({ lead, offer }: FoundOffer) =>
  lead.outcome === 'matched' && !lead.claimedAt && !offer.calledAt && offer.callRemindedAt !== null

/** A mail about a lead, or about one of its offers. `target` is its address. */
export type QueuedMail = {
  channel: DeliveryChannel
  leadId: number
  offerId: number | null
  target?: string
}

/** Makes the function that writes mails about offers as things stand when they leave. */
export function createOfferMails(db: Database, siteUrl: string) {
  const writeIntroduction = createIntroduction(db, siteUrl)
  const writeUpdate = createVisitorUpdate(db, siteUrl)

  const pageOf = ({ offer }: FoundOffer) => linkToPage(db, offer.contractorId, siteUrl)

  async function recallOf(
    found: FoundOffer,
    lead: ReferredLead,
    why: Recall['why'],
  ): Promise<WrittenMail> {
    const work = await offeredWork(db, lead)
    const reference = leadReference(lead.submissionId)
    return { wanted: { kind: 'recall', why, work, reference, pageLink: await pageOf(found) } }
  }

  /** To the contractor of an offer who does not have its lead any more. */
  async function writeRecall(found: FoundOffer): Promise<WrittenMail> {
    const { lead, offer, access } = found
    if (access === 'accepted' && lead.outcome !== 'lost') {
      return cancelled('The contractor had the request again when the mail left.')
    }
    if (offer.state === 'taken') return recallOf(found, lead, 'taken')
    if (!offer.answeredAt) return recallOf(found, lead, 'unasked')
    const { reopenedAt } = lead
    const isReopened = reopenedAt !== null && reopenedAt.getTime() === offer.endedAt?.getTime()
    return recallOf(found, lead, isReopened ? 'reopened' : 'withdrawn')
  }

  /** To one who has the lead of the offer still, and not the one that went with it. */
  async function writeRecallOfOne(found: FoundOffer, leadId: number): Promise<WrittenMail> {
    const { lead, access } = found
    const parted = await readLead(db, leadId)
    if (!parted) return erased
    if (parted.joinedTo === lead.id || access !== 'accepted') {
      return cancelled('The contractor had both requests again, or none, when the mail left.')
    }
    return recallOf(found, parted, lead.outcome === 'lost' ? 'withdrawn' : 'one-of-both')
  }

  return async ({ channel, leadId, offerId }: QueuedMail): Promise<WrittenMail> => {
    if (channel === 'unmatched') return writeUnmatched(db, leadId)
    if (channel === 'update') return writeUpdate(leadId)
    const found = offerId === null ? undefined : await findOffer(db, { offerId })
    if (!found) return erased
    if (channel === 'introduction') return writeIntroduction(found)
    const { offer, access, lead } = found
    const { outcome } = lead
    if (channel === 'recall') {
      return leadId === lead.id ? writeRecall(found) : writeRecallOfOne(found, leadId)
    }
    if (channel === 'match' || channel === 'call-reminder') {
      if (access !== 'accepted') return ended
      if (outcome === 'lost' || lead.isQuarantined) {
        return cancelled('The request was lost or held as spam when the mail left.')
      }
      const callAt = offer.callAt?.toISOString() ?? null
      if (channel === 'call-reminder' && !isReminded(found)) {
        return cancelled('The contractor did not have to call any more when the mail left.')
      }
      const link = await linkToOffer(db, offer.id, siteUrl)
      const more = { lead: await matchedLead(db, lead), link, pageLink: await pageOf(found) }
      return {
        wanted: { kind: channel, callAt, ...more },
        ...(lead.email && { replyTo: { name: lead.name, address: lead.email } }),
      }
    }
    if (access === 'lapsed') {
      return cancelled('The license or the insurance of the contractor has lapsed.')
    }
    if (access !== 'open') return ended
    const work = await offeredWork(db, lead)
    const link = await linkToOffer(db, offer.id, siteUrl)
    // The time to answer starts when this mail leaves.
    const until = offer.mailedAt ? offer.expiresAt : answerBy(lead.now, lead.isUrgent)
    const pageLink = await pageOf(found)
    return {
      wanted: {
        ...{ kind: 'offer', offerId: offer.id, work, link, pageLink },
        answerBy: until.toISOString(),
      },
    }
  }
}
