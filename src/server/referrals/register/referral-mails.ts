import type { Database } from '../../db/database.ts'
import type { ReferralMails } from '../../notifications/mail/attempt-mail.ts'
import { createOfferMails } from '../offer/offer-mails.ts'
import { createVisitorMails } from '../request/request-mails.ts'

/** Makes the functions that write the mails of a request as things stand when they leave, by their kinds. */
export function createReferralMails(db: Database, siteUrl: string): ReferralMails {
  const toContractor = createOfferMails(db, siteUrl)
  const toVisitor = createVisitorMails(db, siteUrl)
  return {
    offer: ({ offerId }) => toContractor('offer', offerId ?? 0),
    job: ({ offerId }) => toContractor('job', offerId ?? 0),
    update: ({ leadId }) => toVisitor('update', leadId),
    'follow-up': ({ leadId }) => toVisitor('follow-up', leadId),
  }
}
