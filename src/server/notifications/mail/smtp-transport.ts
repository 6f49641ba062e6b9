import { createTransport } from 'nodemailer'
import type { MailConfig, SmtpServer } from '#/server/config/mail-config.ts'
import { mostAtOnce, type Pace } from '../deliveries/pace.ts'
import { type MailTransport, messageOptions } from './mail-transport.ts'

/** How to connect to a mail server. */
export function connectionOptions(
  { host, port, isSecure, requireTls, isOnThisMachine }: SmtpServer,
  pace: Pace,
) {
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: requireTls,
    // Some offer TLS and cannot do it, for want of a certificate.
    opportunisticTLS: isOnThisMachine,
    tls: { minVersion: 'TLSv1.2' as const, rejectUnauthorized: !isOnThisMachine },
    dnsTimeout: pace.connectMs,
    connectionTimeout: pace.connectMs,
    greetingTimeout: pace.silenceMs,
    socketTimeout: pace.silenceMs,
    socketCloseTimeout: 1_000,
  }
}

/** Sends through a mail server, over connections that stay open for the next mail. */
export function createSmtpTransport(server: SmtpServer, config: MailConfig, pace: Pace) {
  const { user, password } = server
  const pool = createTransport({
    ...connectionOptions(server, pace),
    pool: true,
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    maxConnections: mostAtOnce,
    // Servers that want fewer close the connection themselves; a new one costs 100 ms and more.
    maxMessages: Number.POSITIVE_INFINITY,
    // Once more if an open connection turns out to be dead; later retries are the delivery's.
    maxRequeues: 1,
  })
  return {
    mode: 'smtp',
    async send(mail, signal) {
      const { response } = await pool.sendMail({ ...messageOptions(mail, config), signal })
      return { outcome: 'sent', answer: response }
    },
    /** Connects and signs in, and sends nothing. Rejects when that fails. */
    verify: () => pool.verify(),
    close: () => pool.close(),
  } satisfies MailTransport & { verify: () => Promise<unknown> }
}
