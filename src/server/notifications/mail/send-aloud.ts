import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Pace } from '../deliveries/pace.ts'
import type { WayOut } from './mail-setup.ts'
import { messageOptions, type OutgoingMail } from './mail-transport.ts'
import { connectionOptions } from './smtp-transport.ts'

/** The most that is shown of a conversation, in lines and in characters of each. */
const longest = { lines: 60, line: 300 }

/**
 * Sends one mail over a connection of its own, and hands over each line that the two say to each other.
 * The library hides the password in them. Resolves with what the server said last.
 */
export async function sendAloud(
  { smtp, mail: from }: WayOut & { smtp: NonNullable<WayOut['smtp']> },
  mail: Omit<OutgoingMail, 'messageId'>,
  { pace, domain, onLine }: { pace: Pace; domain: string; onLine: (line: string) => void },
): Promise<string> {
  let lines = 0
  const log = (entry: { tnx?: string }, message: unknown, ...words: unknown[]) => {
    const sign = { server: 'S:', client: 'C:' }[entry?.tnx ?? '']
    if (!sign || lines >= longest.lines) return
    lines += 1
    const text = String(message).replace(/%[sd]/g, () => String(words.shift()))
    onLine(`${sign} ${text.trim().slice(0, longest.line)}`)
  }
  const silent = () => {}
  const transport = createTransport({
    ...connectionOptions(smtp, pace),
    ...(smtp.user !== undefined && { auth: { user: smtp.user, pass: smtp.password ?? '' } }),
    debug: true,
    logger: {
      level: silent,
      trace: log,
      debug: log,
      info: log,
      warn: log,
      error: log,
      fatal: log,
    } as never,
  })
  try {
    const messageId = `<test-${randomUUID()}@${domain}>`
    const signal = AbortSignal.timeout(pace.attemptMs)
    const message = { ...messageOptions({ ...mail, messageId }, from), signal }
    const { response } = await transport.sendMail(message)
    return response
  } finally {
    transport.close()
  }
}
