import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#/contracts/endpoints/api.ts'
import { contactBody } from './factories.ts'

/** What came of a request; a status of 0 stands for no answer. */
export type Sent = { status: number; words: string }

/** As long as the form in the browser waits. */
const patienceMs = 20_000

/** Sends JSON to a server, as a page does. */
export const postJson = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  })

/** Sends the estimate form to a server as a browser does, with these fields in place of the usual ones. */
export async function sendLead(
  url: string,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Sent> {
  try {
    const body = contactBody({ submissionId: crypto.randomUUID(), ...fields })
    const response = await postJson(url + api.contact.path, body, headers)
    return { status: response.status, words: await response.text() }
  } catch (error) {
    return { status: 0, words: (error as Error).message }
  }
}

/** Sends one request after the other, each of another person, until it is stopped. */
export function sendLeads(url: string, pauseMs = 0) {
  /** `at`: when it was sent, by `Date.now`. */
  const acknowledged: { id: string; at: number }[] = []
  const refused: string[] = []
  let isOver = false
  async function send() {
    for (let number = 0; !isOver; number += 1) {
      const [id, at] = [crypto.randomUUID(), Date.now()]
      const person = { email: `${id}@load.example`, phone: String(4_070_000_000 + number) }
      const { status, words } = await sendLead(url, { ...person, submissionId: id, message: id })
      if (status === 201) acknowledged.push({ id, at })
      else refused.push(`${status} ${words}`)
      await sleep(pauseMs)
    }
  }
  const sending = send()
  const stop = async () => {
    isOver = true
    await sending
  }
  return { acknowledged, refused, stop }
}
