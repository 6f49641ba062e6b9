import { type MailServerMood, startLocalMailServer } from '#tests/support/mail-server.ts'

/** One mail that arrived: of which lead, when, and under which Message-ID. */
export type ArrivedMail = {
  name: string
  to: string
  messageId: string
  at: number
}

/** A part of a text keeps all of it in memory, a copy of the part does not. */
const copyOf = (part: string) => Buffer.from(part).toString()

/**
 * Starts a mail server that remembers of each mail only what the check needs. Whole mails would fill the
 * memory, so they are read every second.
 */
export async function openMailbox() {
  let mood: MailServerMood = 'accept'
  const server = await startLocalMailServer(() => mood)
  const mails: ArrivedMail[] = []
  function arrived(): readonly ArrivedMail[] {
    for (const { raw, to, messageId, at } of server.taken.splice(0)) {
      // It lists all who wait, and each of them has a mail of their own later.
      if (messageId.startsWith('<waiting-')) continue
      const name = copyOf(/Visitor \d+-\d+/.exec(raw)?.[0] ?? '')
      mails.push({ name, to, messageId: copyOf(messageId), at })
    }
    return mails
  }
  const timer = setInterval(arrived, 1_000)
  const { url, goAway, comeBack } = server
  return {
    url,
    goAway,
    comeBack,
    arrived,
    /** What becomes of the next mails; at first they are accepted. */
    setMood(next: MailServerMood) {
      mood = next
    },
    async close() {
      clearInterval(timer)
      await goAway()
    },
  }
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>
