import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import { isThisMachine } from '../http/client-address.ts'

/** Where a mail server is and how to talk to it, as SMTP_URL says. */
type SmtpAddress = {
  host: string
  port: number
  /** TLS from the first byte (`smtps:`). */
  isSecure: boolean
  /** TLS from STARTTLS on, or no mail at all. */
  requireTls: boolean
  /** It may do without TLS: no other machine sees what programs of this one send each other. */
  isOnThisMachine: boolean
  user: string | undefined
  password: string | undefined
}

/**
 * What makes a mail server's certificate valid: a public authority, these certificates and no
 * others (PEM), or anything.
 */
export type CertificateTrust = 'public' | 'any' | { certificates: string[] }

export type SmtpServer = SmtpAddress & { trust: CertificateTrust }

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
  .transform((value, context): SmtpAddress => {
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

/** The path of a PEM file, read as the certificates in it. */
export const certificateFile = z.string().transform((path, context): string[] => {
  try {
    const pem = readFileSync(path, 'utf8')
    const found = pem.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? []
    if (found.length === 0) throw new Error('no certificate')
    for (const certificate of found) new X509Certificate(certificate)
    return found
  } catch {
    context.addIssue('not a file of certificates')
    return z.NEVER
  }
})

/** Host names or addresses, separated by commas. */
export const hostList = z
  .string()
  .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
  .refine((hosts) => hosts.every((host) => /^[a-z\d.:_-]+$/.test(host)))

/**
 * Whose certificate a mail server may show. One on this machine has a certificate of its own
 * making: a program that could stand in for it there could read the leads anyway.
 */
export function trustIn(
  { host, isOnThisMachine }: SmtpAddress,
  certificates: string[] | undefined,
  uncheckedHosts: string[] = [],
): CertificateTrust {
  if (uncheckedHosts.includes(host.toLowerCase())) return 'any'
  if (certificates) return { certificates }
  return isOnThisMachine ? 'any' : 'public'
}

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
