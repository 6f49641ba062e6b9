import { api } from '#/contracts/endpoints/api.ts'
import { contactBody } from './factories.ts'

/** What came of a request; a status of 0 stands for no answer. */
export type Sent = { status: number; words: string }

/** As long as the form in the browser waits. */
const patienceMs = 20_000

/** Sends the estimate form to a server as a browser does, with these fields in place of the usual ones. */
export async function sendLead(
  url: string,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Sent> {
  try {
    const response = await fetch(url + api.contact.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(contactBody({ submissionId: crypto.randomUUID(), ...fields })),
      signal: AbortSignal.timeout(patienceMs),
    })
    return { status: response.status, words: await response.text() }
  } catch (error) {
    return { status: 0, words: (error as Error).message }
  }
}
