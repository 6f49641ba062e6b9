import type { FastifyBaseLogger } from 'fastify'
import { deliveryChannels } from '#/contracts/notifications/deliveries.ts'
import type { RenderMail } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { DatabaseHandle } from '../db/database.ts'
import { releaseWaiting } from './deliveries/delivery-queue.ts'
import { startLane } from './deliveries/lane.ts'
import { mailConcurrency, type Pace } from './deliveries/pace.ts'
import {
  type LinkToRequest,
  mailAttempt,
  type ReadToldOf,
  type WriteReferralMail,
} from './mail/attempt-mail.ts'
import type { MailTransport } from './mail/mail-transport.ts'
import {
  type MailServerState,
  type MailServerWatch,
  watchMailServer,
} from './mail/watch-mail-server.ts'
import { webhookAttempt } from './webhooks/attempt-webhook.ts'

const webhookConcurrency = 5

/** What the worker is made of. */
export type WorkerDeps = {
  database: Pick<DatabaseHandle, 'db' | 'listen' | 'announce'>
  logger: FastifyBaseLogger
  site: Site
  pace: Pace
  transport: MailTransport
  /** Calls back whenever mails leave by another way. */
  followTransport: (onChange: () => void) => Promise<void>
  renderMail: RenderMail
  writeReferralMail: WriteReferralMail
  linkToRequest: LinkToRequest
  readToldOf: ReadToldOf
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
  let watch: MailServerWatch | undefined
  // First: until the way out is known, a mail would be kept as a file.
  await deps.followTransport(() => watch?.lookAnew())
  const watching = watchMailServer({
    verify: transport.verify,
    isThere: () => transport.mode === 'smtp',
    logger,
    pace,
    state: deps.mailServer,
    onBack: () => releaseWaiting(db, mailChannels),
  })
  watch = watching
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
        readToldOf: deps.readToldOf,
        attemptMs: pace.attemptMs,
        onServerState: watching.report,
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
      watching.close()
      await Promise.all(lanes.map(({ close }) => close()))
      transport.close()
    },
  }
}
