import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import { isThisMachine } from '../http/client-address.ts'

/** Where a mail server is and how to talk to it, as SMTP_URL or the office says. */
export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte (`smtps:`). */
  isSecure: boolean
  /** TLS from STARTTLS on, or no mail at all. */
  requireTls: boolean
  /**
   * It may do without TLS, and with any certificate: no other machine sees what programs of this one send
   * each other.
   */
  isOnThisMachine: boolean
  user: string | undefined
  password: string | undefined
}

/** The sender of mails, and the key that proves it: its record stands in the DNS of the sender's domain. */
export type MailConfig = {
  from: { name: string; address: string }
  dkim: { selector: string; privateKey: string } | undefined
}

/**
 * `smtps://` or `smtp://`, with user, password and port where they are needed. `smtp://` asks for
 * TLS too (STARTTLS), unless the server is on this machine.
 */
export const smtpServer = z
  .url({ protocol: /^smtps?$/, abort: true })
  .transform((value, context): SmtpServer => {
    const url = new URL(value)
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const isSecure = url.protocol === 'smtps:'
    try {
      if (host === '' || url.search !== '' || !/^\/?$/.test(url.pathname)) throw new Error('more')
      return {
        host,
        port: url.port ? Number(url.port) : isSecure ? 465 : 587,
        isSecure,
        requireTls: !isSecure && !isThisMachine(host),
        isOnThisMachine: isThisMachine(host),
        // Percent-encoded. A lone `%` cannot be decoded.
        user: url.username ? decodeURIComponent(url.username) : undefined,
        password: url.password ? decodeURIComponent(url.password) : undefined,
      }
    } catch {
      context.addIssue('not a mail server’s address')
      return z.NEVER
    }
  })

/** One mailbox: `a@b.example` or `Name <a@b.example>`. */
export const mailbox = z.string().transform((value, context) => {
  const [parsed, ...others] = addressparser(value)
  const address = z.email().safeParse(parsed?.address)
  if (!address.success || others.length > 0 || /\p{Cc}/u.test(value)) {
    context.addIssue('not a mailbox')
    return z.NEVER
  }
  return { address: address.data, ...(parsed?.name && { name: parsed.name }) }
})

/** The path of a PEM file, read as its content. */
export const privateKeyFile = z.string().transform((path, context) => {
  try {
    const pem = readFileSync(path, 'utf8')
    createPrivateKey(pem)
    return pem
  } catch {
    context.addIssue('not a private key')
    return z.NEVER
  }
})
