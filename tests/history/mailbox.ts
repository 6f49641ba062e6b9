import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { makeCertificate } from '#tests/support/certificate.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'

/** One mail that arrived: of which lead, when, and under which Message-ID. */
export type ArrivedMail = {
  name: string
  to: string
  messageId: string
  at: number
  /** It was sent from a journal, when the lead had no number yet. */
  isDirect: boolean
}

/** A mail server that remembers of each mail only what the check needs. */
export type Mailbox = {
  url: string
  arrived: () => readonly ArrivedMail[]
  /** Closes every connection and refuses new ones, until `comeBack`. */
  goAway: MailServer['goAway']
  comeBack: MailServer['comeBack']
  close: () => Promise<void>
}

/** The names of visitors, as they stand in their mails. */
export const visitorName = /Visitor \d+-\d+/

/** The link to a lead in the inbox. Mails have it as quoted-printable text, whose lines may be cut. */
const hasNumber = (raw: string) => /\?lead=(3D)?\d/.test(raw.replace(/=\r?\n/g, ''))

/** A part of a text keeps all of it in memory, a copy of the part does not. */
const copyOf = (part: string) => Buffer.from(part).toString()

function takeOut(server: MailServer): ArrivedMail[] {
  return server.taken.splice(0).map(({ raw, to, messageId, at }) => ({
    name: copyOf(visitorName.exec(raw)?.[0] ?? ''),
    to,
    messageId: copyOf(messageId),
    at,
    isDirect: !hasNumber(raw),
  }))
}

/**
 * Starts a mail server. Whole mails would fill the memory, so they are read every second, and what is
 * remembered is also written to a file, a line of JSON for each.
 */
export async function openMailbox(file: string): Promise<Mailbox> {
  const server = await startMailServer(await makeCertificate(), () => 'accept', {
    isSecure: false,
  })
  const mails: ArrivedMail[] = []
  const lines = createWriteStream(file)
  const take = () => {
    for (const mail of takeOut(server)) {
      mails.push(mail)
      lines.write(`${JSON.stringify(mail)}\n`)
    }
  }
  const timer = setInterval(take, 1_000)
  return {
    url: server.url,
    arrived() {
      take()
      return mails
    },
    goAway: server.goAway,
    comeBack: server.comeBack,
    async close() {
      clearInterval(timer)
      await server.goAway()
      lines.end()
      await once(lines, 'close')
    },
  }
}
