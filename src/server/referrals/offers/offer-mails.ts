import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import type { MailToRender, WrittenMail } from '#/contracts/notifications/mails.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { linkToOffer, linkToPage } from '../lead/links.ts'
import { createIntroduction } from './introduction.ts'
import { matchedLead, offeredWork } from './lead-facts.ts'
import { answerBy } from './offer-changes.ts'
import { type FoundOffer, findOffer } from './read-offers.ts'
import { writeUnmatched } from './unmatched.ts'
import { createVisitorUpdate } from './visitor-update.ts'

const cancelled = (why: string): WrittenMail => ({ cancelled: why })
const ended = cancelled('The offer ended before the mail left.')

/** A mail about a lead, or about one of its offers. */
export type QueuedMail = { channel: DeliveryChannel; leadId: number; offerId: number | null }

/** Makes the function that writes mails about offers as things stand when they leave. */
export function createOfferMails(db: Database, siteUrl: string) {
  const writeIntroduction = createIntroduction(db, siteUrl)
  const writeUpdate = createVisitorUpdate(db, siteUrl)

  const pageOf = ({ offer }: FoundOffer) => linkToPage(db, offer.contractorId, siteUrl)

  async function recallOf(found: FoundOffer): Promise<MailToRender> {
    const { lead, offer } = found
    const { reopenedAt } = lead
    const isReopened = reopenedAt !== null && reopenedAt.getTime() === offer.endedAt?.getTime()
    return {
      kind: 'recall',
      why: offer.state === 'taken' ? 'taken' : isReopened ? 'reopened' : 'withdrawn',
      work: await offeredWork(db, lead),
      reference: leadReference(lead.submissionId),
      pageLink: await pageOf(found),
    }
  }

  return async ({ channel, leadId, offerId }: QueuedMail): Promise<WrittenMail> => {
    if (channel === 'unmatched') return writeUnmatched(db, leadId)
    if (channel === 'update') return writeUpdate(leadId)
    const found = offerId === null ? undefined : await findOffer(db, { offerId })
    if (!found) return cancelled('The request was deleted before the mail left.')
    if (channel === 'introduction') return writeIntroduction(found)
    const { offer, access, lead } = found
    const { outcome } = lead
    if (channel === 'recall') {
      return access === 'accepted' && outcome !== 'lost'
        ? cancelled('The contractor had the request again when the mail left.')
        : { wanted: await recallOf(found) }
    }
    if (channel === 'match') {
      if (access !== 'accepted') return ended
      if (outcome === 'lost' || lead.isQuarantined) {
        return cancelled('The request was lost or in quarantine when the mail left.')
      }
      const link = await linkToOffer(db, offer.id, siteUrl)
      const callAt = offer.callAt?.toISOString() ?? null
      return {
        wanted: {
          kind: 'match',
          lead: await matchedLead(db, lead),
          ...{ callAt, link, pageLink: await pageOf(found) },
        },
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
