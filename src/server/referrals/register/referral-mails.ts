import type { WrittenMail } from '#/contracts/notifications/mails.ts'
import type { Database } from '../../db/database.ts'
import { createOfferMails } from '../offer/offer-mails.ts'
import { createVisitorMails } from '../request/request-mails.ts'

/** Which mail is written: of a lead, or of one of its offers. */
type Queued = { leadId: number; offerId: number | null }

type Writer = (queued: Queued) => Promise<WrittenMail>

/** Makes the functions that write the mails of a request as things stand when they leave, by their kinds. */
export function createReferralMails(
  db: Database,
  siteUrl: string,
): Record<'offer' | 'job' | 'update' | 'follow-up', Writer> {
  const toContractor = createOfferMails(db, siteUrl)
  const toVisitor = createVisitorMails(db, siteUrl)
  return {
    offer: ({ offerId }) => toContractor('offer', offerId ?? 0),
    job: ({ offerId }) => toContractor('job', offerId ?? 0),
    update: ({ leadId }) => toVisitor('update', leadId),
    'follow-up': ({ leadId }) => toVisitor('follow-up', leadId),
  }
}
