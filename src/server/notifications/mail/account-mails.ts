import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { AccountMail, AccountMails, ContractorMail } from '#/contracts/notifications/mails.ts'
import { type NoticeDeps, sendNotice } from './send-notice.ts'

/** The waits between the tries of a mail for which nobody waits: a greylisting server takes the later ones. */
const usualWaitsMs = [30_000, 2 * 60_000, 6 * 60_000, 10 * 60_000]

/** The most mails that are tried again at once; more are tried once. */
const mostWaiting = 100

/** Makes the way to write to people about their accounts, over the transport of the notifications. */
export function createAccountMails(
  deps: NoticeDeps,
  logger: FastifyBaseLogger,
  waitsMs: readonly number[] = usualWaitsMs,
): AccountMails {
  let waiting = 0

  async function sendAgainAndAgain(to: string, mail: AccountMail | ContractorMail): Promise<void> {
    for (const waitMs of [...waitsMs, undefined]) {
      const { outcome, problem } = await sendNotice(deps, to, mail)
      if (outcome !== 'failed') return
      if (waitMs === undefined || waiting >= mostWaiting) {
        logger.warn({ kind: mail.kind, problem }, 'a mail about an account was not sent')
        return
      }
      waiting += 1
      await sleep(waitMs, undefined, { ref: false })
      waiting -= 1
    }
  }

  return {
    // The owner may name a mail server at any time.
    get sendsMail() {
      return deps.transport.mode === 'smtp'
    },
    send: (to, mail) => sendNotice(deps, to, mail),
    sendInBackground(to, mail) {
      sendAgainAndAgain(to, mail).catch((err: unknown) =>
        logger.warn({ err, kind: mail.kind }, 'a mail about an account was not sent'),
      )
    },
  }
}
