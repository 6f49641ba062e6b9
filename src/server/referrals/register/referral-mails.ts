import type { Database } from '../../db/database.ts'
import { createOfferMails } from '../offer/offer-mails.ts'
import { createVisitorMails } from '../request/request-mails.ts'

/** Makes the functions that write the mails of a request as things stand when they leave, by their kinds. */
export const createReferralMails = (db: Database, siteUrl: string) => ({
  ...createOfferMails(db, siteUrl),
  ...createVisitorMails(db, siteUrl),
})
