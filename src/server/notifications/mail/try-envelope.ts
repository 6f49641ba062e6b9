import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SmtpServer } from '#/server/config/mail-config.ts'
import type { Pace } from '../deliveries/pace.ts'
import { explainMailFailure } from './mail-failure.ts'
import { connectionOptions } from './smtp-transport.ts'

/** Sender and recipients of a mail that is not sent. */
export type Envelope = { from: string; to: readonly string[] }

type Reply = { status: number; response: string }
type SendCommand = (command: string) => Promise<Reply>

/** What may stand in a command as it is. Other addresses need an extension that few servers have. */
const plainAddress = /^[\x21-\x3b\x3d\x3f-\x7e]+$/

/** An error as the library makes them, so that it is explained in the same words. */
function refusal(command: string, { status, response }: Reply): Error {
  const code = 'EENVELOPE'
  return Object.assign(new Error(response), { code, command, response, responseCode: status })
}

const isTaken = ({ status }: Reply) => status === 250 || status === 251

/** The address may be taken another time. Of recipients that are too many, some servers say 552. */
const isPassing = ({ status }: Reply) => status < 500 || status === 552

/**
 * Answers what the server has against the sender or a recipient; undefined for nothing. What it may
 * take later counts only if it takes no recipient at all: there are servers that put off the first
 * mail to an address, and that is no trouble of the server.
 */
async function nameAll({ from, to }: Envelope, send: SendCommand): Promise<Error | undefined> {
  const waiting = to.filter((each) => plainAddress.test(each))
  const refused: Reply[] = []
  let taken = 0
  do {
    const sender = await send(`MAIL FROM:<${from}>`)
    // It has taken some, and wants no more of them now.
    if (taken > 0 && sender.status !== 250 && isPassing(sender)) break
    if (sender.status !== 250) return refusal('MAIL FROM', sender)
    let takenNow = 0
    while (waiting.length > 0) {
      const reply = await send(`RCPT TO:<${waiting[0]}>`)
      // It may only be one too many: the next transaction begins with it.
      if (takenNow > 0 && !isTaken(reply) && isPassing(reply)) break
      waiting.shift()
      if (isTaken(reply)) takenNow += 1
      else refused.push(reply)
    }
    taken += takenNow
    // Nothing has been sent, and nothing will be.
    await send('RSET')
  } while (waiting.length > 0)
  const failed = taken > 0 ? refused.find((reply) => !isPassing(reply)) : refused[0]
  return failed && refusal('RCPT TO', failed)
}

/**
 * Talks to the mail server as for a mail, up to its recipients. Resolves with why it would not take
 * one, as a sentence for the owner; with null if it would. Nobody gets anything.
 */
export async function tryEnvelope(
  server: SmtpServer,
  envelope: Envelope,
  { pace, signal }: { pace: Pace; signal: AbortSignal },
): Promise<string | null> {
  const { user, password } = server
  // The library has no envelope without a mail. What it calls a method of signing in may send any
  // command, and waits for each answer.
  const method = 'ENVELOPE'
  let refused: Error | undefined
  const connection = new SMTPConnection({
    ...connectionOptions(server, pace),
    customAuth: {
      [method]: async ({ sendCommand }: { sendCommand: SendCommand }) => {
        refused = await nameAll(envelope, sendCommand)
      },
    },
  })
  const { promise: broken, reject } = Promise.withResolvers<never>()
  broken.catch(() => {})
  // The reason of a signal has a code that is no word.
  const onAbort = () => reject(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' }))
  connection.on('error', reject)
  connection.on('end', () => reject(new Error('the connection ended')))
  signal.addEventListener('abort', onAbort, { once: true })
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      broken,
      new Promise<void>((resolve, fail) => run((error) => (error ? fail(error) : resolve()))),
    ])
  try {
    if (signal.aborted) onAbort()
    await step((done) => connection.connect(done))
    if (user !== undefined) {
      await step((done) => connection.login({ user, pass: password ?? '' }, done))
    }
    await step((done) => connection.login({ method }, done))
    if (refused) throw refused
    return null
  } catch (error) {
    return explainMailFailure(error).problem
  } finally {
    signal.removeEventListener('abort', onAbort)
    connection.quit()
    connection.close()
  }
}
