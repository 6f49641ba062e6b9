import type { ConnectionOptions } from 'node:tls'
import { createTransport } from 'nodemailer'
import type { MailConfig, SmtpServer } from '../../mail-config.ts'
import type { Pace } from '../deliveries/pace.ts'
import type { MailTransport } from './mail-transport.ts'
import { messageOptions } from './mail-transport.ts'

/**
 * Sends through a mail server, over connections that stay open for the next mail. The server's
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
    // Servers that want fewer close the connection themselves; a new one costs 100 ms and more.
    maxMessages: Number.POSITIVE_INFINITY,
    // Once more if an open connection turns out to be dead; later retries are the delivery's.
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
