import type { FastifyInstance } from 'fastify'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import type { Health } from '../../health/health.ts'
import type { SendTokenPage } from '../../http/link-tokens.ts'
import { dropStrayEndings } from '../../http/token-pages.ts'
import { contractorPageRoutes } from '../contractor/contractor-routes.ts'
import { addContractorOfficeRoutes, type TellContractor } from '../contractor/office-routes.ts'
import { addContractorRoutes } from '../contractors/contractor-routes.ts'
import { findLapses } from '../contractors/tell-lapses.ts'
import { createOfferMails } from '../offer/offer-mails.ts'
import { offerPageRoutes } from '../offer/offer-routes.ts'
import { addNewsRoutes } from '../office/news.ts'
import { addOfficeRoutes } from '../office/office-routes.ts'
import { addRatingRoutes } from '../ratings/rating-routes.ts'
import { createVisitorMails } from '../request/request-mails.ts'
import { requestRoutes } from '../request/request-routes.ts'
import { findOurs } from '../store/find-ours.ts'
import { registerWorker } from '../store/worker.ts'

/** Makes the functions that write the mails of a request as things stand when they leave, by their kinds. */
export const createReferralMails = (db: Database, siteUrl: string) => ({
  ...createOfferMails(db, siteUrl),
  ...createVisitorMails(db, siteUrl),
})

/** What becomes of leads: the visitors' pages, the contractors, and the offers to them. */
export async function registerReferrals(
  app: FastifyInstance,
  deps: {
    database: DatabaseHandle
    health: Health
    siteUrl: string
    sendTokenPage: SendTokenPage
    tellContractor: TellContractor
    /** Called once the ratings on the home page have changed. */
    onPublished: () => void
  },
): Promise<void> {
  const { database, health, siteUrl, sendTokenPage, tellContractor, onPublished } = deps
  const { db } = database
  dropStrayEndings(app)
  await app.register(requestRoutes({ db, sendTokenPage }))
  addRatingRoutes(app, { db, onPublished })
  await app.register(offerPageRoutes({ db, sendTokenPage }, 'offer'))
  await app.register(offerPageRoutes({ db, sendTokenPage }, 'contractorOffer'))
  await app.register(contractorPageRoutes({ db, sendTokenPage }))
  addContractorOfficeRoutes(app, { db, siteUrl, tellContractor })
  addContractorRoutes(app, { db })
  addOfficeRoutes(app, { db })
  addNewsRoutes(app, { db })
  health.add({ name: 'The list of contractors', find: () => findLapses(db) })
  health.add({ name: 'The list of requests', find: () => findOurs(db) })
  registerWorker(app, database)
}
