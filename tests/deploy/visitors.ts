import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { contactBody } from '../factories.ts'
import type { RunningProxy } from './proxies.ts'

/** What was asked through a proxy, and what came back. */
export type Answers = {
  reads: number
  /** The names in the submissions that were answered 201. */
  acknowledged: string[]
  /** Every answer but 200 and 201, and every broken connection: a visitor was turned away. */
  errors: string[]
  longestMs: number
}

const readEveryMs = 50
const sendEveryMs = 100
const patienceMs = 30_000

/** Visitors who read pages and send the form at a steady rate, over connections that are kept. */
export function startVisitors({ port, cert }: RunningProxy, label: string) {
  const answers: Answers = { reads: 0, acknowledged: [], errors: [], longestMs: 0 }
  const agent = new Agent({ keepAlive: true, maxSockets: 12, ca: cert, servername: 'localhost' })
  const open = new Set<Promise<void>>()
  let sent = 0

  async function ask(path: string, body?: string): Promise<number> {
    const began = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const headers = {
      host: `localhost:${port}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const asked = request(
      { host: '127.0.0.1', port, path, agent, headers, method: body ? 'POST' : 'GET' },
      (response) =>
        text(response).then((answer) => {
          // An answer that breaks off ends like a whole one.
          if (!response.complete) reject(new Error(`broken after ${answer.length} characters`))
          resolve(response.statusCode ?? 0)
        }, reject),
    )
    asked.on('error', reject)
    asked.setTimeout(patienceMs, () => asked.destroy(new Error('no answer')))
    asked.end(body)
    return promise.finally(() => {
      answers.longestMs = Math.max(answers.longestMs, performance.now() - began)
    })
  }

  async function note(what: string, asked: Promise<number>, wanted: number, onFine: () => void) {
    const outcome = await asked.catch((error: Error) => error.message)
    if (outcome === wanted) onFine()
    else answers.errors.push(`${what}: ${outcome}`)
  }

  function begin(visit: Promise<void>) {
    const ended = visit.finally(() => open.delete(ended))
    open.add(ended)
  }

  const reading = setInterval(() => {
    begin(note('GET', ask('/contact'), 200, () => (answers.reads += 1)))
  }, readEveryMs)
  const sending = setInterval(() => {
    sent += 1
    const name = `Visitor ${label} ${sent}`
    const body = JSON.stringify(contactBody({ name, submissionId: crypto.randomUUID() }))
    begin(note('POST', ask('/api/contact', body), 201, () => answers.acknowledged.push(name)))
  }, sendEveryMs)

  return {
    answers,
    /** No new ones; resolves when all have their answer. */
    async stop(): Promise<Answers> {
      clearInterval(reading)
      clearInterval(sending)
      await Promise.all(open)
      agent.destroy()
      return answers
    },
  }
}
