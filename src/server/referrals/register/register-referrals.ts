import type { FastifyInstance } from 'fastify'
import type { AccountMails, WrittenMail } from '#/contracts/notifications/mails.ts'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import type { Health } from '../../health/health.ts'
import type { SendTokenPage } from '../../http/link-tokens.ts'
import { dropStrayEndings } from '../../http/token-pages.ts'
import { addContractorOfficeRoutes, contractorPageRoutes } from '../contractor/contractor-page.ts'
import { addContractorRoutes } from '../contractors/contractor-routes.ts'
import { findLapses } from '../contractors/tell-lapses.ts'
import { offerIn } from '../offer/find-offer.ts'
import { writeJob, writeOffer } from '../offer/offer-mails.ts'
import { offerPageRoutes } from '../offer/offer-routes.ts'
import { addNewsRoutes } from '../office/news.ts'
import { addOfficeRoutes } from '../office/office-routes.ts'
import { addRatingRoutes } from '../ratings/rate-request.ts'
import { type VisitorMail, writeToVisitor } from '../request/request-mails.ts'
import { requestRoutes } from '../request/request-routes.ts'
import { notSo } from '../say.ts'
import { findOurs } from '../store/find-ours.ts'
import { holdRequest, type WholeRequest } from '../store/read-request.ts'
import { registerWorker } from '../store/worker.ts'

/** A mail of what becomes of a request, to its visitor or to the contractor of an offer. */
type Queued = { channel: VisitorMail | 'offer' | 'job'; leadId: number; offerId: number | null }

/** Makes the function that writes a mail as things stand when it leaves. */
export function createReferralMails(db: Database, siteUrl: string) {
  const links = { db, siteUrl }
  async function write(read: WholeRequest, { channel, offerId }: Queued) {
    if (channel !== 'offer' && channel !== 'job') return writeToVisitor(read, channel, links)
    const offer = offerIn(read, offerId ?? 0)
    if (!offer) return notSo
    return channel === 'offer' ? writeOffer(offer, links) : writeJob(offer, links)
  }
  return async (queued: Queued): Promise<WrittenMail> => {
    // Held, so that it knows all that happened before its time, and nothing that happens after.
    const read = await db.transaction((tx) => holdRequest(tx, queued.leadId))
    if (!read) return { cancelled: 'The request was deleted before the email went out.' }
    return { ...(await write(read, queued)), writtenAt: read.now }
  }
}

/** What becomes of leads: the visitors' pages, the contractors, and the offers to them. */
export async function registerReferrals(
  app: FastifyInstance,
  deps: {
    database: DatabaseHandle
    health: Health
    siteUrl: string
    /** Reads what the owner has said of the business, unless it was read. */
    readSite: () => Promise<void>
    sendTokenPage: SendTokenPage
    tellContractor: AccountMails['send']
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
  health.add({ name: 'the contractors', find: () => findLapses(db) })
  health.add({ name: 'the requests', find: () => findOurs(db) })
  registerWorker(app, database, deps.readSite)
}
