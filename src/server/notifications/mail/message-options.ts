import type { SendMailOptions } from 'nodemailer'
import type { MailConfig } from '../../mail-config.ts'
import type { OutgoingMail } from './mail-transport.ts'

/**
 * A mail as nodemailer takes it. Names and addresses go in as such and never as header text, so
 * nodemailer encodes whatever a visitor typed.
 */
export function messageOptions(mail: OutgoingMail, { from, dkim }: MailConfig): SendMailOptions {
  return {
    from,
    to: { name: '', address: mail.to },
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    // RFC 3834: so that no holiday notice answers.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
      },
    }),
  }
}
