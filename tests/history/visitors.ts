import { setTimeout as sleep } from 'node:timers/promises'
import { sendLead } from '#tests/support/send-lead.ts'
import type { Try } from './check.ts'
import type { Visit } from './schedule.ts'

/** The pause before a visitor tries again. */
const retryMs = 50

/** What visitors need to know. */
type VisitorsDeps = {
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

  async function tryOnce(name: string, submissionId: string, isValid: boolean): Promise<Try> {
    const email = `${name.toLowerCase().replace(' ', '-')}@example.com`
    // A number of their own: what one person sends goes together.
    const phone = `${3_862_000_000 + Number(name.split('-').at(-1))}`
    const fields = { name, email, phone, submissionId, message: null, ...(!isValid && wrong) }
    // A retry reaches another product, as behind a proxy.
    const place = next % urls.length
    next += 1
    const began = Date.now()
    // One that is left open may be closed by a product that ends just when the next visitor uses it.
    const sent = await sendLead(urls[place] ?? '', fields, { connection: 'close' })
    const status = sent.status || null
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
