import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { TellOfProbe } from '#/contracts/health/probe.ts'
import type { OwnerMail } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { adminPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import type { Pace } from './deliveries/pace.ts'
import type { DirectMail } from './mail/direct-mail.ts'
import type { WayOut } from './mail/mail-setup.ts'
import { tryEnvelope } from './mail/try-envelope.ts'
import { listRecipients } from './recipients/recipients.ts'
import { callWebhook } from './webhooks/call-webhook.ts'
import { listEndpoints } from './webhooks/webhook-store.ts'

/** Why the mail server would not take the mails of a lead; null if it would. */
export type TryMail = (signal: AbortSignal) => Promise<string | null>

/** How long a mail server and the webhooks may take. */
const tellMs = 30_000

type TellDeps = {
  db: Database
  direct: Pick<DirectMail, 'remember' | 'tell'>
  site: Site
  allowsPrivate: boolean
}

/** Makes it: by mail without the database if need be, and by webhooks. True if one was told. */
export function createTellOfProbe(
  { db, direct, site, allowsPrivate }: TellDeps,
  log: FastifyBaseLogger,
): TellOfProbe {
  async function mail(problem: string | null, signal: AbortSignal): Promise<boolean> {
    const link = `${site.url}${adminPaths.leads}`
    const wanted: OwnerMail =
      problem === null ? { kind: 'probe-works', link } : { kind: 'probe-failed', problem, link }
    await direct.remember().catch(() => {})
    const problems = await direct.tell(wanted, signal)
    const failed = problems.filter((each) => each !== null)
    if (failed.length > 0) log.warn({ problems: failed }, 'mails about the probe were not sent')
    return failed.length < problems.length
  }

  async function call(problem: string | null, signal: AbortSignal): Promise<boolean> {
    const payload = {
      type: problem === null ? 'probe.works' : 'probe.failed',
      timestamp: new Date().toISOString(),
      data: { url: site.url, problem },
    } as const
    const results = await Promise.all(
      (await listEndpoints(db)).map((endpoint) => {
        const call = { id: `msg_${randomUUID()}`, payload, signal }
        return callWebhook(endpoint, call, allowsPrivate)
      }),
    )
    return results.some(({ outcome }) => outcome === 'sent')
  }

  return async ({ problem }, stop) => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(tellMs)])
    const ways = await Promise.allSettled([mail(problem, signal), call(problem, signal)])
    for (const way of ways) {
      if (way.status === 'rejected') log.warn({ err: way.reason }, 'could not tell of the probe')
    }
    return ways.some((way) => way.status === 'fulfilled' && way.value)
  }
}

/** Makes it. While mails are kept as files there is no server to ask. */
export function createTryMail({
  db,
  wayOut,
  pace,
}: {
  db: Database
  wayOut: () => WayOut
  pace: Pace
}): TryMail {
  return async (signal) => {
    const to = (await listRecipients(db)).flatMap(({ email, isActive }) => (isActive ? email : []))
    const { smtp, mail } = wayOut()
    if (!smtp || to.length === 0) return null
    return tryEnvelope(smtp, { from: mail.from.address, to }, { pace, signal })
  }
}
