import type { FastifyInstance } from 'fastify'
import type { MailToRender, RenderedMail } from '#/contracts/notifications/mails.ts'
import type { Config } from '../config/config.ts'
import type { DatabaseHandle } from '../db/database.ts'
import type { Health } from '../health/health.ts'
import { repeat } from '../jobs/loop.ts'
import { findInDeliveries, listDeliveriesOf } from './deliveries/delivery-list.ts'
import { addDeliveryRoutes } from './deliveries/delivery-routes.ts'
import { paceAt } from './deliveries/pace.ts'
import { startWorker, type Worker } from './deliveries/worker.ts'
import { addFirstStepRoutes, findFirstSteps } from './first-steps/first-steps.ts'
import { mailAttempt, type WriteReferralMail } from './mail/attempt-mail.ts'
import { createChosenTransport } from './mail/chosen-transport.ts'
import { addMailSetupRoutes } from './mail/mail-setup.ts'
import { createAccountMails, createOwnerMails } from './mail/notices.ts'
import { addRecipientRoutes } from './recipients/recipients.ts'
import { webhookAttempt } from './webhooks/call-webhook.ts'
import { addWebhookRoutes } from './webhooks/webhook-routes.ts'

/** How long somebody waits in front of the page for a mail to leave. */
const noticeMs = 30_000

/** How often the recipients are copied whom another process has changed, and again after a failure. */
const copyPace = { everyMs: 300_000, retryMs: 30_000 }

type NotificationsDeps = {
  config: Config
  database: DatabaseHandle
  health: Health
  /** Where leads wait while the database is away. */
  journalFolder: string
  renderMail: (wanted: MailToRender) => Promise<RenderedMail>
  writeReferralMail: WriteReferralMail
  /** Reads what the owner has said of the business, which mails name, unless it was read. */
  readSite: () => Promise<void>
}

/** Adds the routes, and the worker, which runs from when the server listens until it closes. */
export async function registerNotifications(
  app: FastifyInstance,
  { config, database, health, readSite, ...deps }: NotificationsDeps,
) {
  const { db } = database
  const { journalFolder, renderMail, writeReferralMail } = deps
  const { site, allowsPrivateWebhooks: allowsPrivate } = config
  const pace = paceAt(config.deliveryTimeScale)
  const chosen = createChosenTransport(database, config, { pace, logger: app.log })
  const { transport } = chosen

  const notices = { transport, renderMail, domain: site.domain, attemptMs: noticeMs }
  const ownerMails = createOwnerMails({ ...notices, db, folder: journalFolder }, app.log)
  const copyRecipients = repeat(app, {
    what: 'copy the recipients',
    ...copyPace,
    run: ownerMails.remember,
    startsAtOnce: true,
  })
  addRecipientRoutes(app, { db, onChanged: copyRecipients })
  addDeliveryRoutes(app, { db, overdueAfterMs: pace.overdueAfterMs })
  addFirstStepRoutes(app, { db, notices })
  addMailSetupRoutes(app, { db, config })
  addWebhookRoutes(app, { db, siteUrl: site.url, allowsPrivate })
  const find = () => findInDeliveries(db, pace.overdueAfterMs)
  health.add({ name: 'the notifications', isPublic: true, everyMs: 5_000, find })

  const mails = { site, transport, renderMail, writeReferralMail }
  const sendMail = mailAttempt(mails)
  const callWebhook = webhookAttempt(site, allowsPrivate)
  async function start(): Promise<Worker> {
    // First: until the way out is known, a mail would be kept as a file.
    await chosen.follow()
    return startWorker({
      database,
      logger: app.log,
      pace,
      async attempt(claim, signal) {
        await readSite()
        return claim.channel === 'webhook' ? callWebhook(claim, signal) : sendMail(claim, signal)
      },
    })
  }
  let worker: Promise<Worker> | undefined
  app.addHook('onListen', async () => {
    worker = start()
    await worker
  })
  // Stops while the last requests finish, so that both share the time limit.
  app.addHook('preClose', () => {
    worker?.then(({ close }) => close()).catch(() => {})
  })
  app.addHook('onClose', async () => {
    await (await worker?.catch(() => undefined))?.close()
    transport.close()
  })

  return {
    /** Writes to each recipient without the database. */
    mailDirectly: ownerMails.tellDirectly,
    accountMails: createAccountMails(notices, app.log),
    tellRecipients: ownerMails.tell,
    listDeliveries: (leadId: number) => listDeliveriesOf(db, leadId, pace.overdueAfterMs),
    findFirstSteps: () =>
      findFirstSteps(db, { ...config, hasMailServer: transport.mode === 'smtp' }),
  }
}
