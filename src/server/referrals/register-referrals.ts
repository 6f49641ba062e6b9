import type { FastifyInstance } from 'fastify'
import type { WrittenMail } from '#/contracts/notifications/mails.ts'
import type { Database, DatabaseHandle } from '../db/database.ts'
import type { Health } from '../health/health.ts'
import type { SendTokenPage } from '../http/link-tokens.ts'
import { contractorPageRoutes } from './contractor-page/contractor-page-routes.ts'
import { contractorOfficeRoutes, type TellContractor } from './contractor-page/office-routes.ts'
import { contractorRoutes, rankingRoutes } from './contractors/contractor-routes.ts'
import { findLapses } from './contractors/tell-lapses.ts'
import { dropStrayEndings } from './lead/token-pages.ts'
import { newsRoutes } from './news/news-routes.ts'
import { writeReminderMail } from './news/reminder-mail.ts'
import { reminderRoutes } from './news/reminder-routes.ts'
import { jobValueRoutes } from './offers/job-value.ts'
import { joinRoutes } from './offers/join-routes.ts'
import { createOfferMails, type QueuedMail } from './offers/offer-mails.ts'
import { offerPageRoutes } from './offers/offer-page-routes.ts'
import { offerRoutes } from './offers/offer-routes.ts'
import { registerOfferWorker } from './offers/offer-worker.ts'
import { findRanOut } from './offers/unmatched.ts'
import { createFollowUpMail, registerFollowUps } from './request-page/follow-ups.ts'
import { additionRoutes, ratingRoutes } from './request-page/office-routes.ts'
import { requestRoutes } from './request-page/request-routes.ts'

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
  await app.register(additionRoutes({ db }))
  await app.register(ratingRoutes({ db, onPublished }))
  await app.register(requestRoutes({ db, sendTokenPage }))
  await app.register(contractorRoutes({ db }))
  await app.register(rankingRoutes({ db }))
  await app.register(offerRoutes({ db }))
  await app.register(newsRoutes({ db }))
  await app.register(reminderRoutes({ db }))
  await app.register(jobValueRoutes({ db }))
  await app.register(joinRoutes({ db }))
  await app.register(offerPageRoutes({ db, sendTokenPage }))
  await app.register(contractorPageRoutes({ db, sendTokenPage }))
  await app.register(contractorOfficeRoutes({ db, siteUrl, tellContractor }))
  health.add({ name: 'The list of contractors', find: () => findLapses(db) })
  health.add({ name: 'The list of offers', find: () => findRanOut(db) })
  registerFollowUps(app, db)
  registerOfferWorker(app, database)
}

/** Makes the function that writes mails to contractors, and mails about them, when they leave. */
export function createReferralMails(db: Database, siteUrl: string) {
  const writeFollowUp = createFollowUpMail(db, siteUrl)
  const writeOfferMail = createOfferMails(db, siteUrl)
  return (mail: QueuedMail): Promise<WrittenMail> => {
    if (mail.channel === 'reminder') return writeReminderMail(db, mail)
    return mail.channel === 'follow-up' ? writeFollowUp(mail.leadId) : writeOfferMail(mail)
  }
}
