import { type Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'

const patienceMs = 30_000

/** What is sent to the proxy at a port; with a body it is a POST. */
export type Question = { agent?: Agent; port: number; path: string; body?: string; cookie?: string }

/** Asks a proxy. Rejects if there is no answer, or only a part of one. */
export function ask({ agent, port, path, body, cookie }: Question) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; answer: string }>()
  const headers = {
    host: `localhost:${port}`,
    ...(cookie && { cookie }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const method = body ? 'POST' : 'GET'
  const asked = request({ host: '127.0.0.1', port, path, agent, headers, method }, (response) =>
    text(response).then((answer) => {
      // An answer that breaks off ends like a whole one.
      if (!response.complete) reject(new Error(`broken after ${answer.length} characters`))
      resolve({ status: response.statusCode ?? 0, answer })
    }, reject),
  )
  asked.on('error', reject)
  asked.setTimeout(patienceMs, () => asked.destroy(new Error('no answer')))
  asked.end(body)
  return promise
}
