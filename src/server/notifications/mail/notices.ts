import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asc, eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type {
  AccountMail,
  AccountMails,
  ContractorMail,
  MailToRender,
  OwnerMail,
  RenderedMail,
  SendOutcome,
} from '#/contracts/notifications/mails.ts'
import { notificationRecipients } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { replaceFile } from '../../runtime/data-folder.ts'
import type { AttemptResult } from '../deliveries/outcomes.ts'
import { explainMailFailure } from './mail-failure.ts'
import type { MailTransport } from './mail-transport.ts'

/** What a mail that is not about a lead is sent with. */
export type NoticeDeps = {
  transport: MailTransport
  renderMail: (wanted: MailToRender) => Promise<RenderedMail>
  domain: string
  attemptMs: number
}

/** Attempts to send one mail, unless `stop` aborts before. */
async function attemptNotice(
  { transport, renderMail, domain, attemptMs }: NoticeDeps,
  to: string,
  wanted: AccountMail | ContractorMail | OwnerMail | { kind: 'test' },
  stop?: AbortSignal,
): Promise<AttemptResult> {
  const limit = AbortSignal.timeout(attemptMs)
  const signal = stop ? AbortSignal.any([stop, limit]) : limit
  const mail = { ...(await renderMail(wanted)), to }
  try {
    const messageId = `<${wanted.kind}-${randomUUID()}@${domain}>`
    const taken = await transport.send({ ...mail, messageId }, signal)
    return { ...taken, problem: null }
  } catch (error) {
    return explainMailFailure(error)
  }
}

/** Sends one mail, once, unless `stop` aborts before. Returns what became of it. */
export async function sendNotice(...mail: Parameters<typeof attemptNotice>): Promise<SendOutcome> {
  const { outcome, problem, answer } = await attemptNotice(...mail)
  const isTaken = outcome === 'sent' || outcome === 'kept'
  return { outcome: isTaken ? outcome : 'failed', problem, answer }
}

const hasFailed = ({ outcome }: SendOutcome) => outcome === 'failed'

/** Makes the ways to write to every active recipient. `folder`: where their addresses are copied to. */
export function createOwnerMails(
  deps: NoticeDeps & { db: Database; folder: string },
  logger: FastifyBaseLogger,
) {
  const file = join(deps.folder, 'recipients')

  async function readActive(): Promise<string[]> {
    const { id, email, isActive } = notificationRecipients
    const rows = await deps.db
      .select({ email })
      .from(notificationRecipients)
      .where(eq(isActive, true))
      .orderBy(asc(id))
    return rows.map((row) => row.email)
  }

  const sendToEach = (addresses: string[], mail: OwnerMail, stop?: AbortSignal) =>
    Promise.all(addresses.map((to) => sendNotice(deps, to, mail, stop)))

  return {
    /** Copies their addresses from the database to the disk. */
    remember: async () => replaceFile(file, JSON.stringify(await readActive())),
    /** Writes to each of them. True if a mail left to any of them. */
    async tell(mail: OwnerMail): Promise<boolean> {
      const outcomes = await sendToEach(await readActive(), mail)
      for (const { problem } of outcomes.filter(hasFailed)) {
        logger.warn({ kind: mail.kind, problem }, 'a mail to a recipient was not sent')
      }
      return !outcomes.every(hasFailed)
    },
    /**
     * Writes to each of those whom the database named last, while it is away. Rejects if there was somebody,
     * and nobody's mail was taken: one address that refuses must not repeat the mails of the others.
     */
    async tellDirectly(mail: OwnerMail, stop: AbortSignal): Promise<void> {
      const addresses = JSON.parse(await readFile(file, 'utf8'))
      const outcomes = await sendToEach(addresses, mail, stop)
      const [first] = outcomes
      if (first && outcomes.every(hasFailed)) {
        throw new Error(`no recipient could be told: ${first.problem}`)
      }
    },
  }
}

/** The waits between the tries of a mail for which nobody waits. */
const usualWaitsMs = {
  /** A greylisting server takes the later tries. */
  first: [30_000, 2 * 60_000, 6 * 60_000, 10 * 60_000],
  /** The mail server may be away for three days. The link for a new password is over by then. */
  unlessLink: Array.from({ length: 12 }, () => 6 * 60 * 60_000),
}

/** Makes the way to write to people about their accounts, over the transport of the notifications. */
export function createAccountMails(
  deps: NoticeDeps,
  logger: FastifyBaseLogger,
  { first, unlessLink } = usualWaitsMs,
): AccountMails {
  async function sendAgainAndAgain(to: string, mail: AccountMail | ContractorMail): Promise<void> {
    let tried = await attemptNotice(deps, to, mail)
    for (const waitMs of mail.kind === 'account-link' ? first : [...first, ...unlessLink]) {
      if (tried.outcome !== 'retry') break
      await sleep(waitMs, undefined, { ref: false })
      tried = await attemptNotice(deps, to, mail)
    }
    if (tried.problem !== null) throw new Error(tried.problem)
  }

  return {
    // The owner may name a mail server at any time.
    get sendsMail() {
      return deps.transport.mode === 'smtp'
    },
    send: (to, mail) => sendNotice(deps, to, mail),
    sendInBackground(to, mail) {
      sendAgainAndAgain(to, mail).catch((err: unknown) =>
        logger.warn({ err, kind: mail.kind }, 'a mail to one person was not sent'),
      )
    },
  }
}
