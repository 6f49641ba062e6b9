import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { type Certificate, makeCertificate } from './certificate.ts'

/** A refusal of a mail: its code and its words. */
export type MailRefusal = { code: number; words: string }

/** What the server does with a mail. `drop` closes the connection in the middle of the data. */
export type MailServerMood = 'accept' | 'refuse for now' | 'refuse' | 'hang' | 'drop'

/** A mail that the server has accepted, and when, by `Date.now`. */
type AcceptedMail = { to: string; messageId: string; raw: string; at: number }

class Refusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const credentials = { user: 'breezeway', password: 'p@ss/word' }

const messageIdOf = (raw: string) => /^message-id:\s*(<[^>]+>)/im.exec(raw)?.[1] ?? ''

/**
 * Starts a real SMTP server on this machine, which refuses, hangs or breaks off as a test needs it. It calls `mood` for each recipient of each mail, with how
 * many it has taken for that mail. Without `isSecure` it offers STARTTLS, as most servers do.
 */
export async function startMailServer(
  certificate: Certificate,
  mood: (to: string, taken: number) => MailServerMood | MailRefusal = () => 'accept',
  { isSecure = true } = {},
) {
  /** Every mail that the server has accepted, in order. */
  const taken: AcceptedMail[] = []
  const dropping = new Set<string>()
  let server: SMTPServer

  function closeConnection(session: SMTPServerSession): void {
    for (const connection of server.connections) {
      if (connection.session.id === session.id) connection._socket.destroy()
    }
  }

  function create(): SMTPServer {
    return new SMTPServer({
      ...certificate,
      secure: isSecure,
      authOptional: !isSecure,
      // Milliseconds that `close` waits for open connections: a test closes the server to break
      // them.
      closeTimeout: 1,
      onAuth({ username, password }, _session, callback) {
        const isRight = username === credentials.user && password === credentials.password
        callback(isRight ? null : new Refusal(535, 'who are you?'), { user: username })
      },
      onRcptTo({ address }, session, callback) {
        const now = mood(address, session.envelope.rcptTo.length)
        if (typeof now === 'object') return callback(new Refusal(now.code, now.words))
        switch (now) {
          case 'refuse for now':
            return callback(new Refusal(451, 'try again later'))
          case 'refuse':
            return callback(new Refusal(550, 'no such mailbox'))
          case 'hang':
            return
          case 'drop':
            dropping.add(session.id)
        }
        callback()
      },
      async onData(stream, session, callback) {
        stream.once('data', () => {
          if (dropping.delete(session.id)) closeConnection(session)
        })
        const raw = await text(stream).catch(() => undefined)
        if (
          raw === undefined ||
          ![...server.connections].some(({ session: { id } }) => id === session.id)
        )
          return
        for (const { address } of session.envelope.rcptTo) {
          taken.push({ to: address, messageId: messageIdOf(raw), raw, at: Date.now() })
        }
        callback(null, 'taken')
      },
    }).on('error', () => {})
  }

  async function listen(port: number): Promise<number> {
    server = create()
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    return (server.server.address() as AddressInfo).port
  }

  const port = await listen(0)
  const { user, password } = credentials
  return {
    /** For SMTP_URL. */
    url: isSecure
      ? `smtps://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`
      : `smtp://127.0.0.1:${port}`,
    taken,
    /** Closes every connection and refuses new ones, until `comeBack`. */
    goAway: () => new Promise<void>((resolve) => server.close(() => resolve())),
    /** Listens again, on the same port. */
    comeBack: async () => {
      await listen(port)
    },
  }
}

/** Starts one as an owner may have it on the same machine: without TLS and without a sign-in. */
export const startLocalMailServer = async (mood?: Parameters<typeof startMailServer>[1]) =>
  startMailServer(await makeCertificate(), mood, { isSecure: false })

export type MailServer = Awaited<ReturnType<typeof startMailServer>>
