import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#/server/config/config.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { shareReads } from '../../runtime/share-reads.ts'
import type { Pace } from '../deliveries/pace.ts'
import { createFileTransport } from './file-transport.ts'
import { readWayOut, type WayOut } from './mail-setup.ts'
import type { MailTransport } from './mail-transport.ts'
import { createSmtpTransport } from './smtp-transport.ts'

/**
 * Makes the transport of all mails, which changes with what the owner says in the office. Until the
 * database was asked it is what the settings of the machine say.
 */
export function createChosenTransport(
  { db, listen }: Pick<DatabaseHandle, 'db' | 'listen'>,
  config: Config,
  { pace, logger }: { pace: Pace; logger: FastifyBaseLogger },
) {
  const make = ({ smtp, mail }: WayOut) =>
    smtp ? createSmtpTransport(smtp, mail, pace) : createFileTransport(config.dataDir, mail)
  let wayOut: WayOut = { smtp: config.smtp, mail: config.mail }
  // While it is not known what the owner has said, a mail waits for that, and is not kept as a file.
  let current: MailTransport | undefined = config.smtp && make(wayOut)

  // One after the other: of two the later one is what is stored now.
  const choose = shareReads(async (_: undefined) => {
    try {
      const next = await readWayOut(db, config)
      if (current && JSON.stringify(next) === JSON.stringify(wayOut)) return
      const before = current
      wayOut = next
      current = make(next)
      // A mail that is on its way ends as it may; the next leaves by the new way.
      before?.close()
      logger.info({ mode: current.mode }, 'the way emails are sent has changed')
    } catch (err) {
      logger.warn({ err }, 'the settings of the mail server could not be read')
    }
  })

  const transport: MailTransport = {
    get mode() {
      return current?.mode ?? 'files'
    },
    async send(mail, signal) {
      if (!current) await choose(undefined)
      if (current) return current.send(mail, signal)
      const away = new Error('the settings of the mail server cannot be read yet')
      throw Object.assign(away, { code: 'ECONNECTION' })
    },
    close: () => current?.close(),
  }
  return {
    transport,
    /** Follows what is stored from now on, in this process as in each other. */
    async follow() {
      const read = () => void choose(undefined)
      await listen('settings_changed', { onMessage: read, onRestored: read })
      await choose(undefined)
    },
  }
}
