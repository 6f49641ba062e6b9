import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'

/** An address of a webhook, for the tests of a group: what it was sent, and the status that it returns. */
export function webhookEndpoint() {
  const calls: { headers: Record<string, string>; body: string }[] = []
  const endpoint = { url: '', status: 204, calls }
  const server = createServer(async (request, response) => {
    calls.push({ headers: request.headers as Record<string, string>, body: await text(request) })
    response.writeHead(endpoint.status).end('I see')
  })
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(() => void server.close())
  return endpoint
}
