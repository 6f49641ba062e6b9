import type { ConnectionOptions } from 'node:tls'
import { createTransport } from 'nodemailer'
import type { MailConfig, SmtpServer } from '../../mail-config.ts'
import type { Pace } from '../pace.ts'
import type { MailTransport } from './mail-transport.ts'
import { messageOptions } from './message-options.ts'

/**
 * Sends through a mail server, over connections that are kept for the next mail. The server's
 * certificate must be valid; `tls` adds to what counts as valid.
 */
export function createSmtpTransport(
  server: SmtpServer,
  config: MailConfig,
  { pace, connections, tls }: { pace: Pace; connections: number; tls?: ConnectionOptions },
): MailTransport {
  const { host, port, isSecure, requireTls, user, password } = server
  const pool = createTransport({
    pool: true,
    host,
    port,
    secure: isSecure,
    requireTLS: requireTls,
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    tls: { minVersion: 'TLSv1.2', ...tls },
    maxConnections: connections,
    // A server that wants fewer on one connection says so itself; a new one costs 100 ms and more.
    maxMessages: Number.POSITIVE_INFINITY,
    // Once more where a kept connection turns out to be dead; longer waits are the delivery's.
    maxRequeues: 1,
    dnsTimeout: pace.connectMs,
    connectionTimeout: pace.connectMs,
    greetingTimeout: pace.silenceMs,
    socketTimeout: pace.silenceMs,
    socketCloseTimeout: 1_000,
  })
  return {
    mode: 'smtp',
    async send(mail, signal) {
      const { response } = await pool.sendMail({ ...messageOptions(mail, config), signal })
      return response
    },
    close: () => pool.close(),
  }
}
