import type { FastifyInstance } from 'fastify'
import type { DatabaseHandle } from '../../db/database.ts'
import type { SendTokenPage } from '../../http/link-tokens.ts'
import type { ChooseContractor } from './next-offer.ts'
import type { RecordOnLead } from './offer-changes.ts'
import { offerPageRoutes } from './offer-page-routes.ts'
import { offerRoutes, offerSettingsRoutes } from './offer-routes.ts'
import { type OfferWorker, startOfferWorker } from './offer-worker.ts'

/** What offers need. */
export type OffersDeps = {
  database: DatabaseHandle
  record: RecordOnLead
  choose: ChooseContractor
  sendTokenPage: SendTokenPage
}

/** Adds the routes and pages, and the worker, which runs from when the server listens until it closes. */
export async function registerOffers(
  app: FastifyInstance,
  { database, record, choose, sendTokenPage }: OffersDeps,
): Promise<void> {
  const { db } = database
  await app.register(offerRoutes({ db, record }))
  await app.register(offerSettingsRoutes({ db }))
  await app.register(offerPageRoutes({ db, record, sendTokenPage }))
  let worker: Promise<OfferWorker> | undefined
  app.addHook('onListen', async () => {
    worker = startOfferWorker(database, app.log, { record, choose })
    await worker
  })
  app.addHook('onClose', async () => (await worker?.catch(() => undefined))?.close())
}
