import type { FastifyBaseLogger } from 'fastify'
import { deliveryChannels } from '#/contracts/notifications/deliveries.ts'
import type { RenderMail } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { DatabaseHandle } from '../db/database.ts'
import { releaseWaiting } from './deliveries/delivery-queue.ts'
import { startLane } from './deliveries/lane.ts'
import type { Pace } from './deliveries/pace.ts'
import { type LinkToRequest, mailAttempt, type WriteReferralMail } from './mail/attempt-mail.ts'
import type { MailTransport } from './mail/mail-transport.ts'
import { type MailServerState, watchMailServer } from './mail/watch-mail-server.ts'
import { webhookAttempt } from './webhooks/attempt-webhook.ts'

/** Mails at once, and so connections to the mail server. */
export const mailConcurrency = 5

const webhookConcurrency = 5

/** What the worker is made of. */
export type WorkerDeps = {
  database: Pick<DatabaseHandle, 'db' | 'listen' | 'announce'>
  logger: FastifyBaseLogger
  site: Site
  pace: Pace
  transport: MailTransport
  renderMail: RenderMail
  writeReferralMail: WriteReferralMail
  linkToRequest: LinkToRequest
  allowsPrivateWebhooks: boolean
  /** The worker keeps it up to date. */
  mailServer: MailServerState
  onListening: (isListening: boolean) => void
}

const mailChannels = deliveryChannels.filter((channel) => channel !== 'webhook')

/** The running lanes. */
export type Worker = { close: () => Promise<void> }

/** Starts to send due deliveries: at each signal of a new lead, at the next retry, and by polling. */
export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  const { database, logger, site, pace, transport, renderMail } = deps
  const { db, listen } = database
  const lane = { database, logger, pace }
  const watch = watchMailServer({
    verify: transport.verify,
    logger,
    pace,
    state: deps.mailServer,
    onBack: () => releaseWaiting(db, mailChannels),
  })
  const lanes = [
    startLane({
      ...lane,
      channels: mailChannels,
      concurrency: mailConcurrency,
      attempt: mailAttempt({
        site,
        transport,
        renderMail,
        writeReferralMail: deps.writeReferralMail,
        linkToRequest: deps.linkToRequest,
        attemptMs: pace.attemptMs,
        onServerState: watch.report,
      }),
    }),
    startLane({
      ...lane,
      channels: ['webhook'],
      concurrency: webhookConcurrency,
      attempt: webhookAttempt({
        db,
        site,
        callMs: pace.callMs,
        allowsPrivate: deps.allowsPrivateWebhooks,
      }),
    }),
  ]
  const wakeAll = () => {
    for (const { wake } of lanes) wake()
  }
  await listen('deliveries_due', {
    onMessage: wakeAll,
    onLost: () => deps.onListening(false),
    onRestored: () => {
      deps.onListening(true)
      wakeAll()
    },
  })
  return {
    async close() {
      watch.close()
      await Promise.all(lanes.map(({ close }) => close()))
      transport.close()
    },
  }
}
