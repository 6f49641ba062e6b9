import type { FastifyBaseLogger } from 'fastify'
import type { TellRecipients } from '#/contracts/notifications/mails.ts'
import type { Database } from '../../db/database.ts'
import { listRecipients } from '../recipients/recipients.ts'
import { type NoticeDeps, sendNotice } from './send-notice.ts'

/** Makes it over the transport of the notifications. */
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
