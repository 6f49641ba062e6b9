import type { FastifyInstance } from 'fastify'
import type { DatabaseHandle } from '../../db/database.ts'
import type { Health } from '../../health/health.ts'
import type { SendTokenPage } from '../../http/link-tokens.ts'
import { dropStrayEndings } from '../../http/token-pages.ts'
import { contractorPageRoutes } from '../contractor/contractor-routes.ts'
import { addContractorOfficeRoutes, type TellContractor } from '../contractor/office-routes.ts'
import { addContractorRoutes } from '../contractors/contractor-routes.ts'
import { findLapses } from '../contractors/tell-lapses.ts'
import { offerPageRoutes } from '../offer/offer-routes.ts'
import { addAdditionRoutes } from '../office/addition-routes.ts'
import { addNewsRoutes } from '../office/news-routes.ts'
import { addOfferFactsRoutes } from '../office/offer-facts-routes.ts'
import { addOfficeRoutes } from '../office/office-routes.ts'
import { addRatingRoutes } from '../ratings/rating-routes.ts'
import { requestRoutes } from '../request/request-routes.ts'
import { findOurs, findStuck } from '../store/find-ours.ts'
import { registerWorker } from '../store/worker.ts'

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
  await app.register(offerPageRoutes({ db, sendTokenPage }))
  await app.register(contractorPageRoutes({ db, sendTokenPage }))
  addContractorOfficeRoutes(app, { db, siteUrl, tellContractor })
  addContractorRoutes(app, { db })
  addOfficeRoutes(app, { db })
  addOfferFactsRoutes(app, { db })
  addAdditionRoutes(app, { db })
  addNewsRoutes(app, { db })
  health.add({ name: 'The list of contractors', find: () => findLapses(db) })
  health.add({ name: 'The list of requests', find: () => findOurs(db) })
  health.add({ name: 'What is due of requests', find: () => findStuck(db) })
  registerWorker(app, database)
}
