import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { Config } from '../config/config.ts'
import type { MailConfig, SmtpServer } from '../config/mail-config.ts'
import { paceAt } from '../notifications/deliveries/pace.ts'
import { explainMailFailure } from '../notifications/mail/mail-failure.ts'
import { domainOf } from '../notifications/mail/mail-transport.ts'
import { createSmtpTransport } from '../notifications/mail/smtp-transport.ts'
import { bad, type Finding, good, warn } from './finding.ts'

/** Asks for text records; undefined if there are none. Throws if the DNS cannot be asked. */
type ReadTexts = (name: string) => Promise<string[] | undefined>

const isMissing = (error: unknown) =>
  ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Asks the name servers that the system uses. */
export function createReadTexts(): ReadTexts {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name)
      return records.map((pieces) => pieces.join(''))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
}

/** What is published of a private key, in base64. */
function publicPartOf(privateKey: string): string {
  const key = createPublicKey(privateKey)
  const spki = key.export({ type: 'spki', format: 'der' })
  // Of an Ed25519 key only its 32 bytes are published.
  return (key.asymmetricKeyType === 'ed25519' ? spki.subarray(-32) : spki).toString('base64')
}

/** True for a record that has this public part. */
const isRecordOf = (text: string, publicPart: string) =>
  /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replaceAll(/\s/g, '') === publicPart

async function checkServer(smtp: SmtpServer, mail: MailConfig): Promise<Finding[]> {
  const transport = createSmtpTransport(smtp, mail, paceAt(1))
  const where = `${smtp.host}:${smtp.port}`
  try {
    await transport.verify()
    const isEncrypted = smtp.isSecure || smtp.requireTls
    return [good(`The mail server at ${where} responds${isEncrypted ? ', encrypted' : ''}.`)]
  } catch (error) {
    return [
      bad(
        `No mail goes out. ${explainMailFailure(error).problem} It’s at ${where}.`,
        'Correct the mail server under Email Notifications, or fix it. Emails are tried again for three days.',
      ),
    ]
  } finally {
    transport.close()
  }
}

async function checkSpf(domain: string, readTexts: ReadTexts): Promise<Finding> {
  const records = ((await readTexts(domain)) ?? []).filter((text) => /^v=spf1\b/i.test(text))
  if (records.length === 1) return good(`SPF: ${domain} says who may send its mail.`)
  if (records.length > 1) {
    return bad(
      `SPF: ${domain} has ${records.length} records, so receivers ignore them all.`,
      'Merge them into one.',
    )
  }
  return warn(
    `SPF: ${domain} doesn’t say who may send its mail, so receivers may take ours for spam.`,
    `Add a TXT record at ${domain}, such as "v=spf1 include:YOUR-MAIL-SERVICE -all".`,
  )
}

async function checkDmarc(domain: string, readTexts: ReadTexts): Promise<Finding> {
  // A name without a record of its own has that of its domain.
  const names = [domain, domain.split('.').slice(-2).join('.')]
  for (const name of new Set(names)) {
    const texts = (await readTexts(`_dmarc.${name}`)) ?? []
    if (texts.some((text) => /^v=DMARC1\b/.test(text))) {
      return good(`DMARC: ${name} says what to do with mail that only claims to be from it.`)
    }
  }
  return warn(
    `DMARC: there’s no record for ${domain}, and large providers want one.`,
    `Add a TXT record at _dmarc.${domain}, such as "v=DMARC1; p=quarantine".`,
  )
}

async function checkDkim(
  { selector, privateKey }: NonNullable<MailConfig['dkim']>,
  domain: string,
  readTexts: ReadTexts,
): Promise<Finding> {
  const name = `${selector}._domainkey.${domain}`
  const texts = await readTexts(name)
  const isPublished = texts?.some((text) => isRecordOf(text, publicPartOf(privateKey)))
  if (isPublished) return good(`DKIM: the key of ${name} matches the one that signs our mail.`)
  return bad(
    texts
      ? `DKIM: the key at ${name} doesn’t match the one that signs our mail.`
      : `DKIM: there’s no key at ${name}, so our mail’s signatures count as invalid.`,
    'Publish the public key of DKIM_PRIVATE_KEY_FILE there.',
  )
}

const noMailServer = bad(
  'There’s no mail server, so emails stay in DATA_DIR/mail and no one gets them.',
  'Enter one in the back office under Email Notifications, or set SMTP_URL, such as smtps://user:password@mail.example.com.',
)

/** The way of a mail: the server, and the DNS records of its sender. */
export async function checkMail(
  { smtp, mail }: Pick<Config, 'smtp' | 'mail'>,
  readTexts: ReadTexts,
): Promise<Finding[]> {
  if (!smtp) return [noMailServer]
  const domain = domainOf(mail.from.address)
  const records = Promise.all([
    checkSpf(domain, readTexts),
    checkDmarc(domain, readTexts),
    mail.dkim
      ? checkDkim(mail.dkim, domain, readTexts)
      : warn(
          'DKIM: this server doesn’t sign mail.',
          'If your mail server doesn’t sign it either, set DKIM_SELECTOR and DKIM_PRIVATE_KEY_FILE.',
        ),
  ]).catch(() => [
    warn(
      'SPF, DKIM and DMARC: DNS can’t be reached from here.',
      'Run this on a machine that can reach DNS. Or send yourself a test email and read its headers.',
    ),
  ])
  return [...(await checkServer(smtp, mail)), ...(await records)]
}
