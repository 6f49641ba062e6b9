import type { FastifyInstance } from 'fastify'
import type { DatabaseHandle } from '../../db/database.ts'
import type { Health } from '../../health/health.ts'
import type { SendTokenPage } from '../../http/link-tokens.ts'
import { dropStrayEndings } from '../../http/token-pages.ts'
import { contractorPageRoutes } from '../contractor/contractor-routes.ts'
import { contractorOfficeRoutes, type TellContractor } from '../contractor/office-routes.ts'
import { contractorRoutes, rankingRoutes } from '../contractors/contractor-routes.ts'
import { findLapses } from '../contractors/tell-lapses.ts'
import { offerPageRoutes } from '../offer/offer-routes.ts'
import { additionRoutes } from '../office/addition-routes.ts'
import { addNewsRoutes } from '../office/news-routes.ts'
import { offerFactsRoutes } from '../office/offer-facts-routes.ts'
import { officeRoutes } from '../office/office-routes.ts'
import { ratingRoutes } from '../ratings/rating-routes.ts'
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
  await app.register(ratingRoutes({ db, onPublished }))
  await app.register(offerPageRoutes({ db, sendTokenPage }))
  await app.register(contractorPageRoutes({ db, sendTokenPage }))
  await app.register(contractorOfficeRoutes({ db, siteUrl, tellContractor }))
  await app.register(contractorRoutes({ db }))
  await app.register(rankingRoutes({ db }))
  await app.register(officeRoutes({ db }))
  await app.register(offerFactsRoutes({ db }))
  await app.register(additionRoutes({ db }))
  addNewsRoutes(app, { db })
  health.add({ name: 'The list of contractors', find: () => findLapses(db) })
  health.add({ name: 'The list of requests', find: () => findOurs(db) })
  health.add({ name: 'What is due of requests', find: () => findStuck(db) })
  registerWorker(app, database)
}
