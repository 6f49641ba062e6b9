import type { SendMailOptions } from 'nodemailer'
import type { RenderedMail } from '#/contracts/notifications/mails.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import type { MailConfig } from '#/server/config/mail-config.ts'

/** A mail ready to leave. */
export type OutgoingMail = RenderedMail & {
  to: string
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: { name: string; address: string }
  /** With its angle brackets. */
  messageId: string
}

/** A mail that a mail server took, in that server's words, or that is kept as a file. */
type TakenMail = { outcome: 'sent' | 'kept'; answer: string }

/** A way for mails to leave. */
export type MailTransport = {
  /** `files`: no mail server is configured. */
  mode: 'smtp' | 'files'
  /** Returns where the mail is now. Rejects when the mail server did not take it, or on abort. */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<TakenMail>
  close: () => void
}

/** The part of an address behind its `@`. */
export const domainOf = (address: string) => address.split('@').at(-1)?.toLowerCase() ?? ''

/**
 * What somebody typed, for a header: without marks for its direction, and so that no mail program
 * takes it for an encoded word (RFC 2047) and shows something else.
 */
function headerText(typed: string): string {
  return withoutDirectionMarks(typed).replaceAll('=?', '= ?')
}

/**
 * A mail as nodemailer takes it. Names and addresses go in as such and never as header text, so
 * nodemailer encodes whatever a visitor typed.
 */
export function messageOptions(mail: OutgoingMail, { from, dkim }: MailConfig): SendMailOptions {
  return {
    // A copy: nodemailer writes into it, and the owner may change the sender.
    from: { ...from },
    to: { name: '', address: mail.to },
    ...(mail.replyTo && {
      replyTo: { ...mail.replyTo, name: headerText(mail.replyTo.name) },
    }),
    subject: headerText(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    ...(mail.isUrgent && { priority: 'high' as const }),
    // RFC 3834: so that no holiday notice answers.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: domainOf(from.address),
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
      },
    }),
  }
}
