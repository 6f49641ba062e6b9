import { setTimeout as sleep } from 'node:timers/promises'
import { contactBody } from '#tests/support/factories.ts'
import type { Try } from './check.ts'
import type { Visit } from './schedule.ts'

/** As long as the form in the browser waits. */
const patienceMs = 20_000

/** The pause before a visitor tries again. */
const retryMs = 50

/** What visitors need to know. */
export type VisitorsDeps = {
  urls: readonly string[]
  onTry: (each: Try) => void
  /** Ends the tries of all visitors. */
  stop: AbortSignal
  /** The faults that have been under way since a moment of `Date.now`. */
  faultsSince: (moment: number) => readonly string[]
}

/** A body that is refused, for a reason that the server finds and not only the browser. */
const wrong = { phone: 'call me maybe' }

/** Makes the function by which one visitor sends what they do, until it is answered for good. */
export function createVisitor({ urls, onTry, stop, faultsSince }: VisitorsDeps) {
  let next = 0

  async function post(url: string, body: object): Promise<number | null> {
    try {
      const response = await fetch(`${url}/api/contact`, {
        method: 'POST',
        // One that is left open may be closed by a product that ends just when the next visitor uses it.
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      })
      await response.arrayBuffer()
      return response.status
    } catch {
      return null
    }
  }

  async function tryOnce(name: string, submissionId: string, isValid: boolean): Promise<Try> {
    const email = `${name.toLowerCase().replace(' ', '-')}@example.com`
    const typed = { name, email, submissionId, message: null }
    const body = contactBody({ ...typed, ...(!isValid && wrong) })
    // A retry reaches another product, as behind a proxy.
    const place = next % urls.length
    next += 1
    const began = Date.now()
    const status = await post(urls[place] ?? '', body)
    const ended = Date.now()
    const faults = [...new Set(faultsSince(began))]
    const each = { name, isValid, submissionId, place, began, ended, status, faults }
    onTry(each)
    return each
  }

  /** As the form does: what was not answered, or with "later", is sent again as it was. */
  async function sendUntilAnswered(name: string, submissionId: string, isValid = true) {
    while (!stop.aborted) {
      const { status } = await tryOnce(name, submissionId, isValid)
      if (status !== null && status < 500) return
      await sleep(retryMs)
    }
  }

  return async (name: string, visit: Visit): Promise<void> => {
    const id = crypto.randomUUID()
    if (visit === 'invalid') return sendUntilAnswered(name, id, false)
    const sent = sendUntilAnswered(name, id)
    if (visit === 'twice') await sendUntilAnswered(name, id)
    await sent
    if (visit === 'again') await sendUntilAnswered(name, id)
    if (visit === 'reloaded') await sendUntilAnswered(name, crypto.randomUUID())
  }
}
