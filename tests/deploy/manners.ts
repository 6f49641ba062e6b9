import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiPaths } from '#/contracts/routes.ts'
import { contactBody } from '#tests/support/factories.ts'
import type { RunningProxy } from './proxies.ts'

const liveMs = 2_000

/** Above what the product takes, and below what a proxy refuses itself. */
const tooLong = JSON.stringify(contactBody({ message: 'x'.repeat(1_500_000) }))

/** What a proxy does wrong with open inboxes and long bodies; empty if nothing. */
export async function findFaults({ port, cert }: RunningProxy, cookie: string): Promise<string[]> {
  const agent = new Agent({ ca: cert, servername: 'localhost' })
  async function ask(path: string, body?: string) {
    const headers = {
      host: `localhost:${port}`,
      cookie,
      ...(body && { 'content-type': 'application/json' }),
    }
    const method = body ? 'POST' : 'GET'
    const asked = request({ host: '127.0.0.1', port, path, agent, headers, method }).end(body)
    const [response] = await once(asked, 'response')
    return response
  }

  const faults: string[] = []
  const inbox = await ask(apiPaths.leadEvents)
  let heard = ''
  inbox.on('data', (chunk: Buffer) => {
    heard += chunk
  })
  // What many others have sent too is set aside as spam, and no inbox hears of it.
  const name = `Live Visitor ${port}`
  const submission = { name, message: `The fan hums: ${crypto.randomUUID()}` }
  await text(await ask(apiPaths.contact, JSON.stringify(contactBody(submission))))
  const until = performance.now() + liveMs
  while (!heard.includes(name) && performance.now() < until) {
    await sleep(50)
  }
  if (!heard.includes(name)) faults.push('an open inbox hears nothing of a lead')
  inbox.destroy()

  const refusal = await text(await ask(apiPaths.contact, tooLong))
  if (!refusal.includes('too_large')) faults.push('a long body is not refused in our words')
  agent.destroy()
  return faults
}
