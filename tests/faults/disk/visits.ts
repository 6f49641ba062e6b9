import { setTimeout as sleep } from 'node:timers/promises'
import { type Sent, sendLead } from '#tests/support/send-lead.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'

/** A visitor who has no answer presses the button again after this time. */
const impatientMs = 1_500
const pageLimitMs = 3_000
/** A proxy that waits no longer takes the process out. */
const readinessLimitMs = 5_000

/** One sending of a visitor, and what came of it. */
export type Sending = Sent & { name: string }

/** What `/readyz` said. */
export type Reading = { at: number; status: number; text: string }

/** What visitors have seen. */
export type Seen = {
  sendings: Sending[]
  readings: Reading[]
  /** What must not be, whatever is broken. */
  problems: Set<string>
}

/** Visitors who read pages and send requests, and a proxy that asks for `/readyz`. */
export type Visits = {
  seen: Seen
  /** Lets no more visitors come, and resolves when the last one is done. */
  end: () => Promise<Seen>
}

let visitors = 0

/** A visitor who reads that nothing was saved calls, and does not send it again. */
export const isRefusal = ({ words }: Sending) => words.includes('was not saved')

/** One visitor: sends the same request several times, impatiently or one after the other. */
async function visit(server: ServerProcess, seen: Seen, sendings: number): Promise<void> {
  visitors += 1
  const name = `Visitor ${visitors}-0`
  const isImpatient = visitors % 2 === 0
  const email = `visitor-${visitors}@example.com`
  const fields = { name, email, message: null, submissionId: crypto.randomUUID() }
  let isRefused = false
  const send = async () => {
    const sending = { name, ...(await sendLead(server.url, fields)) }
    seen.sendings.push(sending)
    if (isRefusal(sending)) isRefused = true
    else if (![201, 503, 504].includes(sending.status))
      seen.problems.add(`a request was answered ${sending.status}: ${sending.words}`)
  }
  const all: Promise<void>[] = []
  for (let count = 0; count < sendings && !isRefused; count += 1) {
    const sent = send()
    all.push(sent)
    await Promise.race([sent, ...(isImpatient ? [sleep(impatientMs)] : [])])
  }
  await Promise.all(all)
}

async function request(url: string, limitMs: number): Promise<Reading> {
  const response = await fetch(url, { signal: AbortSignal.timeout(limitMs) })
  const text = await response.text()
  return { at: Date.now(), status: response.status, text }
}

/**
 * Begins visits to a server that goes on for as long as they last: every `everyMs` one that sends the
 * same request `sendings` times, whatever the answer is, and one that reads a page, with a question of
 * a proxy, several times a second. With `mayRefuse` the server may say that it takes no requests.
 */
export function beginVisits(
  server: ServerProcess,
  everyMs: number,
  { sendings = 4, mayRefuse = false } = {},
): Visits {
  const seen: Seen = { sendings: [], readings: [], problems: new Set() }
  let isOver = false
  const repeatUntilOver = async (pauseMs: number, work: () => unknown) => {
    for (; !isOver; await sleep(pauseMs)) await work()
  }
  const visits: Promise<void>[] = []
  const read = async (path: string, limitMs: number) => {
    try {
      const reading = await request(server.url + path, limitMs)
      const isExpected = reading.status === 200 || (mayRefuse && path === '/readyz')
      if (!isExpected)
        seen.problems.add(`${path} was answered ${reading.status}: ${reading.text.slice(0, 300)}`)
      return reading
    } catch (error) {
      seen.problems.add(`${path}: ${(error as Error).message}`)
      return undefined
    }
  }
  const loops = [
    repeatUntilOver(everyMs, () => visits.push(visit(server, seen, sendings))),
    repeatUntilOver(200, () => read('/', pageLimitMs)),
    repeatUntilOver(200, async () => {
      const reading = await read('/readyz', readinessLimitMs)
      if (reading) seen.readings.push(reading)
    }),
  ]
  return {
    seen,
    async end() {
      isOver = true
      await Promise.all(loops)
      await Promise.all(visits)
      return seen
    },
  }
}
