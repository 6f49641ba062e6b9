import { contactBody } from '#tests/support/factories.ts'
import { ask } from './ask.ts'
import { openBrowsers } from './browsers.ts'
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

/** Visitors who read pages and send the form at a steady rate, over connections that are kept. */
export function startVisitors({ port, cert }: RunningProxy, label: string) {
  const answers: Answers = { reads: 0, acknowledged: [], errors: [], longestMs: 0 }
  const browsers = openBrowsers(cert)
  const open = new Set<Promise<void>>()
  let asked = 0
  let sent = 0

  async function send(path: string, body?: string): Promise<number> {
    const began = performance.now()
    const agent = browsers[asked % browsers.length]?.agent
    asked += 1
    try {
      return (await ask({ port, path, ...(agent && { agent }), ...(body && { body }) })).status
    } finally {
      answers.longestMs = Math.max(answers.longestMs, performance.now() - began)
    }
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
    begin(note('GET', send('/contact'), 200, () => (answers.reads += 1)))
  }, readEveryMs)
  const sending = setInterval(() => {
    sent += 1
    const name = `Visitor ${label} ${sent}`
    const body = JSON.stringify(contactBody({ name, submissionId: crypto.randomUUID() }))
    begin(note('POST', send('/api/contact', body), 201, () => answers.acknowledged.push(name)))
  }, sendEveryMs)

  return {
    answers,
    /** No new ones; resolves when all have their answer. */
    async stop(): Promise<Answers> {
      clearInterval(reading)
      clearInterval(sending)
      await Promise.all(open)
      for (const { agent } of browsers) agent.destroy()
      return answers
    },
  }
}
