import type { Config } from '../config/config.ts'
import type { MailConfig, SmtpServer } from '../config/mail-config.ts'
import { present } from '../health/health.ts'
import { describeMailFailure } from '../health/register-health.ts'
import { paceAt } from '../notifications/deliveries/pace.ts'
import { explainMailFailure } from '../notifications/mail/mail-failure.ts'
import {
  domainOf,
  isRecordOf,
  publicPartOf,
  type ReadTexts,
  recordNameOf,
} from '../notifications/mail/mail-signing.ts'
import { createSmtpTransport } from '../notifications/mail/smtp-transport.ts'
import { bad, type Finding, good, told, warn } from './finding.ts'

async function checkServer(smtp: SmtpServer, mail: MailConfig): Promise<Finding[]> {
  const transport = createSmtpTransport(smtp, mail, { pace: paceAt(1), connections: 1 })
  const where = `${smtp.host}:${smtp.port}`
  const isUnchecked = smtp.trust === 'any' && !smtp.isOnThisMachine
  try {
    await transport.verify()
    const isEncrypted = smtp.isSecure || smtp.requireTls
    return present(
      good(`The mail server at ${where} answers${isEncrypted ? ', encrypted' : ''}.`),
      isUnchecked &&
        warn(
          'Its certificate is not checked: an impostor could read the leads.',
          'Set SMTP_TLS_CA to a copy of its certificate instead.',
        ),
    )
  } catch (error) {
    return [
      told({
        ...describeMailFailure(explainMailFailure(error).problem),
        detail: `It is at ${where}.`,
      }),
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
      `SPF: ${domain} has ${records.length} records, so receivers heed none.`,
      'Make them one.',
    )
  }
  return warn(
    `SPF: ${domain} does not say who may send its mail, so receivers may take ours for spam.`,
    `Add a TXT record at ${domain}, such as "v=spf1 include:YOUR-MAIL-SERVICE -all".`,
  )
}

async function checkDmarc(domain: string, readTexts: ReadTexts): Promise<Finding> {
  // A name without a record of its own has that of its domain.
  const names = [domain, domain.split('.').slice(-2).join('.')]
  for (const name of new Set(names)) {
    const texts = (await readTexts(`_dmarc.${name}`)) ?? []
    if (texts.some((text) => /^v=DMARC1\b/.test(text))) {
      return good(`DMARC: ${name} says what becomes of mail that only claims to be from it.`)
    }
  }
  return warn(
    `DMARC: there is no record for ${domain}, and large providers want one.`,
    `Add a TXT record at _dmarc.${domain}, such as "v=DMARC1; p=quarantine".`,
  )
}

async function checkDkim(
  key: NonNullable<MailConfig['dkim']>,
  readTexts: ReadTexts,
): Promise<Finding> {
  const name = recordNameOf(key)
  const texts = await readTexts(name)
  const isPublished = texts?.some((text) => isRecordOf(text, publicPartOf(key.privateKey)))
  if (isPublished) return good(`DKIM: the key of ${name} is the one that mails are signed with.`)
  return bad(
    texts
      ? `DKIM: the key at ${name} is another than the one that mails are signed with.`
      : `DKIM: there is no key at ${name}, so the signatures of our mails count as wrong.`,
    'Publish the public key of DKIM_PRIVATE_KEY_FILE there, or the record that the back office shows.',
  )
}

const noMailServer = bad(
  'There is no mail server, so emails stay in DATA_DIR/mail and no one gets them.',
  'Name it in the back office under Email Notifications, or set SMTP_URL, such as smtps://user:password@mail.example.com.',
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
      ? checkDkim(mail.dkim, readTexts)
      : warn(
          'DKIM: mails are not signed here.',
          'If your mail server does not sign them either, make a key in the back office under Email Notifications.',
        ),
  ]).catch(() => [
    warn(
      'SPF, DKIM and DMARC: the DNS cannot be asked from here.',
      'Run this where it can, or see what a test mail to your own address says in its headers.',
    ),
  ])
  return [...(await checkServer(smtp, mail)), ...(await records)]
}
