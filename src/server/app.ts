import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { pagePaths } from '#/contracts/site-routes.ts'
import { accountsRoutes } from './accounts/account-routes.ts'
import { createAuth } from './accounts/auth.ts'
import { addAuditRoutes } from './audit/audit-routes.ts'
import { registerBackups } from './backup/register-backups.ts'
import { registerCleanUps } from './clean-ups.ts'
import type { Config } from './config/config.ts'
import type { DatabaseHandle } from './db/database.ts'
import { addNeeds } from './health/needs.ts'
import { measureRoom } from './health/parts.ts'
import { registerHealth, registerMetrics } from './health/register-health.ts'
import { registerProbe } from './health/send-probe.ts'
import { watchRequests } from './http/answered.ts'
import { registerAudit } from './http/audit.ts'
import { createDraining, type Draining, registerDraining } from './http/draining.ts'
import { sendError } from './http/errors.ts'
import { registerOpenApi } from './http/openapi.ts'
import { registerOriginCheck } from './http/origin-check.ts'
import { registerInFlight, registerPressure } from './http/overload.ts'
import { registerOwnHosts } from './http/own-hosts.ts'
import { createRefuse } from './http/refusals.ts'
import { createSecurityHeaders, registerSecurityHeaders } from './http/security-headers.ts'
import { createGuards } from './http/sessions.ts'
import { eventRoutes } from './leads/inbox/event-routes.ts'
import { addInboxRoutes } from './leads/inbox/inbox-routes.ts'
import { addLeadRoutes } from './leads/lead/lead-routes.ts'
import { addPrivacyRoutes } from './leads/privacy/privacy-routes.ts'
import { journalFolder, openJournal } from './leads/take/journal.ts'
import { registerIntake } from './leads/take/register-intake.ts'
import { registerMoney } from './money/register-money.ts'
import { mailFolder } from './notifications/mail/file-transport.ts'
import { registerNotifications } from './notifications/register-notifications.ts'
import { crawlerRoutes } from './pages/crawler-routes.ts'
import { registerPages } from './pages/register-pages.ts'
import { registerTellLapses } from './referrals/contractors/tell-lapses.ts'
import { writeErased } from './referrals/offer/offer-mails.ts'
import { listNews, registerNews } from './referrals/office/news.ts'
import { readLeadWork } from './referrals/office/referral-view.ts'
import { readReviews } from './referrals/ratings/read-ratings.ts'
import { createReferralMails, registerReferrals } from './referrals/register/register-referrals.ts'
import { linkToPage } from './referrals/store/links.ts'
import type { Renderer } from './render/document-assets.ts'
import { readAnswerSpeed } from './results/count-results.ts'
import { registerResults } from './results/register-results.ts'
import { createPageSeo } from './seo/metadata.ts'
import { listRecords } from './seo/seo-records.ts'
import { seoRoutes } from './seo/seo-routes.ts'
import { createBusiness } from './settings/business.ts'
import { addHolidayRoutes } from './settings/holiday-routes.ts'
import { addOwnReviewRoutes } from './settings/own-review-routes.ts'
import { registerSettings } from './settings/register-settings.ts'

/** What the application is made of; tests pass their own parts. */
type AppDeps = {
  config: Config
  database: DatabaseHandle
  logger: Logger
  renderer: Renderer
  /** Whoever stops the process begins it. */
  draining?: Draining
}

/** Node's own limits of time, in milliseconds. */
const timeouts = {
  // The six photographs of a phone on a slow network arrive in this.
  requestTimeout: 600_000,
  http: { headersTimeout: 30_000, connectionsCheckingInterval: 15_000 },
  // Between two bytes, also for a client that does not read the response.
  connectionTimeout: 30_000,
  // Longer than proxies wait before they close an idle connection themselves.
  keepAliveTimeout: 72_000,
}

/** So that no flood of connections leaves the process without files: systems allow far more of both. */
const mostConnections = 16_000

/** The server with what all answers share: bounds, headers, errors, and the line in the log. */
function createServer({
  config,
  logger,
  draining,
}: Required<Omit<AppDeps, 'database' | 'renderer'>>) {
  const { site } = config
  const headers = createSecurityHeaders(site.url)
  const refuse = createRefuse(site)
  const app: FastifyInstance = Fastify({
    ...timeouts,
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: 16 * 1024,
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers.all, 'x-request-id': request.id })
      sendError(error, request, reply)
    },
  })
  app.server.maxConnections = mostConnections
  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler(sendError)

  watchRequests(app)
  const registry = registerMetrics(app, config.metricsToken)
  registerSecurityHeaders(app, headers)
  registerOwnHosts(app, refuse, config)
  registerDraining(app, draining)
  registerInFlight(app, refuse)
  registerPressure(app, refuse, config.pressureLimits)
  return { app, registry }
}

/** Puts the whole server together. It can then listen, or answer the requests of `inject`. */
export async function buildApp({
  config,
  database,
  logger,
  renderer,
  draining = createDraining(),
}: AppDeps): Promise<FastifyInstance> {
  const { site } = config
  const { db } = database
  const { app, registry } = createServer({ config, logger, draining })
  await renderer.serveAssets(app)
  registerOriginCheck(app, site.url)
  registerAudit(app, { db, withinMs: config.auditWithinMs })
  const keepErased = registerCleanUps(app, { db, dataDir: config.dataDir })
  const auth = createAuth(db, site.url)
  const guards = createGuards(app, auth.readSession)
  await registerOpenApi(app)
  const business = createBusiness(db, config)
  const pages = await registerPages(app, {
    site,
    readSite: business.read,
    renderer,
    guards,
    listen: database.listen,
    seo: createPageSeo(db, site),
    readReviews: () => readReviews(db),
    readAnswerSpeed: () => readAnswerSpeed(db),
  })
  const { sendResultPage, sendTokenPage, invalidatePage, invalidatePages } = pages
  await registerSettings(app, { database, business, onChanged: invalidatePages })
  addOwnReviewRoutes(app, db)
  addHolidayRoutes(app, { db, business })

  const journal = openJournal(config.dataDir, config.journalReserveBytes)
  const written = [config.dataDir, journalFolder(config.dataDir), mailFolder(config.dataDir)]
  const health = await registerHealth(app, {
    config,
    database,
    journal,
    draining,
    registry,
    measureRoom: () => measureRoom(written),
  })
  addAuditRoutes(app, { db })
  const shared = { config, database, health }
  registerBackups(app, shared)
  addInboxRoutes(app, { db })
  await app.register(eventRoutes({ database, guards }))
  const notifications = await registerNotifications(app, {
    ...shared,
    journalFolder: journalFolder(config.dataDir),
    renderMail: renderer.renderMail,
    writeReferralMail: createReferralMails(db, site.url),
    readSite: business.readOnce,
  })
  const { mailDirectly, accountMails, tellRecipients } = notifications
  const { listDeliveries, findFirstSteps } = notifications
  addLeadRoutes(app, { db, readWork: (read) => readLeadWork(db, read), listDeliveries })
  const erasedMails = (leadIds: readonly number[]) => writeErased(db, site.url, leadIds)
  addPrivacyRoutes(app, { db, keepErased, erasedMails, accountMails })
  const telling = { siteUrl: site.url, tellOwner: tellRecipients }
  registerTellLapses(app, { db, ...telling, accountMails })
  registerNews(app, { database, ...telling })
  await app.register(accountsRoutes({ db, auth, guards, site, mails: accountMails }))
  registerProbe(app, { config, db, health })
  const taking = { journal, readSite: business.readOnce, mailDirectly, sendResultPage }
  await registerIntake(app, { ...shared, ...taking })
  await registerReferrals(app, {
    database,
    health,
    siteUrl: site.url,
    readSite: business.readOnce,
    sendTokenPage,
    tellContractor: accountMails.send,
    onPublished: () => invalidatePage(pagePaths.home),
  })
  addNeeds(app, health, [() => listNews(db), findFirstSteps])
  registerMoney(app, {
    db,
    health,
    tellContractor: accountMails.send,
    linkToPage: (contractorId) => linkToPage(db, contractorId, site.url),
  })
  registerResults(app, { db })
  await app.register(seoRoutes({ db, guards, site, invalidatePage }))
  await app.register(crawlerRoutes({ site, listRecords: () => listRecords(db) }))
  return app
}
