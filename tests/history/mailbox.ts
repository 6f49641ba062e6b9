import { makeCertificate } from '../certificate.ts'
import { type MailServer, startMailServer } from '../mail-server.ts'

/** One mail that arrived: of which lead, when, and under which Message-ID. */
export type ArrivedMail = {
  name: string
  messageId: string
  at: number
  /** It was sent from a journal, when the lead had no number yet. */
  isDirect: boolean
}

/** A mail server that remembers of each mail only what the check needs. */
export type Mailbox = {
  url: string
  arrived: () => readonly ArrivedMail[]
  close: () => Promise<void>
}

/** The names of visitors, as they stand in their mails. */
export const visitorName = /Visitor \d+-\d+/

/** The link to a lead in the inbox. Mails have it as quoted-printable text, whose lines may be cut. */
const hasNumber = (raw: string) => /\?lead=(3D)?\d/.test(raw.replace(/=\r?\n/g, ''))

function takeOut(server: MailServer): ArrivedMail[] {
  return server.taken.splice(0).map(({ raw, messageId, at }) => ({
    name: visitorName.exec(raw)?.[0] ?? '',
    messageId,
    at,
    isDirect: !hasNumber(raw),
  }))
}

/** Starts a mail server. Whole mails would fill the memory, so they are read every second. */
export async function openMailbox(): Promise<Mailbox> {
  const server = await startMailServer(await makeCertificate(), () => 'accept', {
    isSecure: false,
  })
  const mails: ArrivedMail[] = []
  const take = () => {
    mails.push(...takeOut(server))
  }
  const timer = setInterval(take, 1_000)
  return {
    url: server.url,
    arrived() {
      take()
      return mails
    },
    async close() {
      clearInterval(timer)
      await server.goAway()
    },
  }
}
