import type { RenderedMail } from '#/contracts/mails.ts'

/** A mailbox, with the name of its owner where there is one. */
export type Mailbox = { name: string; address: string }

/** A mail ready to leave. */
export type OutgoingMail = RenderedMail & {
  to: string
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: Mailbox
  /** With its angle brackets. */
  messageId: string
}

/** A way for mails to leave. */
export type MailTransport = {
  /** `files`: no mail server is configured. */
  mode: 'smtp' | 'files'
  /** Answers what the other side said. Rejects when it did not take the mail, or on abort. */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<string>
  close: () => void
}
