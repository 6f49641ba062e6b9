import { present } from '../health/health.ts'
import { paceAt } from '../notifications/deliveries/pace.ts'
import { explainMailFailure } from '../notifications/mail/mail-failure.ts'
import type { WayOut } from '../notifications/mail/mail-setup.ts'
import { createSmtpTransport } from '../notifications/mail/smtp-transport.ts'
import { bad, type Finding, good, warn } from './finding.ts'

const noMailServer = bad(
  'There is no mail server, so emails stay in DATA_DIR/mail and no one gets them.',
  'Name it in the back office under Email Notifications, or set SMTP_URL, such as smtps://user:password@mail.example.com.',
)

/** Whether the mail server takes mails from here. */
export async function checkMail({ smtp, mail }: WayOut): Promise<Finding[]> {
  if (!smtp) return [noMailServer]
  const transport = createSmtpTransport(smtp, mail, paceAt(1))
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
      bad(
        `No mail leaves. ${explainMailFailure(error).problem} It is at ${where}.`,
        'Correct the mail server under Email Notifications, or fix it. Emails are tried again for three days.',
      ),
    ]
  } finally {
    transport.close()
  }
}
