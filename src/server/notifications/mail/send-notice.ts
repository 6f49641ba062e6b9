import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type {
  AccountMail,
  ContractorMail,
  MailToRender,
  OwnerMail,
  RenderedMail,
  SendOutcome,
  TellRecipients,
} from '#/contracts/notifications/mails.ts'
import type { Database } from '../../db/database.ts'
import { listRecipients } from '../recipients/recipients.ts'
import { explainMailFailure } from './mail-failure.ts'
import type { MailTransport } from './mail-transport.ts'

/** What a mail that is not about a lead is sent with. */
export type NoticeDeps = {
  transport: MailTransport
  renderMail: (wanted: MailToRender) => Promise<RenderedMail>
  domain: string
  attemptMs: number
}

/** Sends one mail, once, unless `stop` aborts before. Returns what became of it. */
export async function sendNotice(
  { transport, renderMail, domain, attemptMs }: NoticeDeps,
  to: string,
  wanted: AccountMail | ContractorMail | OwnerMail | { kind: 'test' },
  stop?: AbortSignal,
): Promise<SendOutcome> {
  const limit = AbortSignal.timeout(attemptMs)
  const signal = stop ? AbortSignal.any([stop, limit]) : limit
  const mail = { ...(await renderMail(wanted)), to }
  try {
    const messageId = `<${wanted.kind}-${randomUUID()}@${domain}>`
    const taken = await transport.send({ ...mail, messageId }, signal)
    return { ...taken, problem: null }
  } catch (error) {
    const { problem, answer } = explainMailFailure(error)
    return { outcome: 'failed', problem, answer }
  }
}

/** Makes the function that writes to every active recipient. */
export function createTellRecipients(
  deps: NoticeDeps & { db: Database },
  logger: FastifyBaseLogger,
): TellRecipients {
  return async (mail) => {
    let isTold = false
    for (const { email, isActive } of await listRecipients(deps.db)) {
      if (!isActive) continue
      const { outcome, problem } = await sendNotice(deps, email, mail)
      if (outcome === 'failed') {
        logger.warn({ kind: mail.kind, problem }, 'a mail to a recipient was not sent')
      } else isTold = true
    }
    return isTold
  }
}
