import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { boundedServer, usualPatience } from './bounded-server.ts'
import { createReadAddress } from './client-address.ts'
import { createDraining } from './draining.ts'
import { createInFlight, usualFlightLimits } from './in-flight.ts'
import { createRefusals } from './refusals.ts'
import { createSecurityHeaders } from './security-headers.ts'

const headers = createSecurityHeaders({ siteUrl: 'https://site.example' })

/**
 * A server with a page that is sent when the test says so, asked over connections that are kept.
 */
async function serve() {
  const refusals = createRefusals(headers, { phone: '3865550142' })
  const inFlight = createInFlight(usualFlightLimits, refusals, createReadAddress(false), () => {})
  const draining = createDraining()
  const app = Fastify({
    ...boundedServer(usualPatience, {
      inFlight,
      refusals,
      draining,
      checkHost: () => undefined,
    }),
  })
  inFlight.register(app)
  const waiting = Promise.withResolvers<string>()
  app.get('/', async () => 'home')
  app.get('/wait', () => waiting.promise)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const agent = new Agent({ keepAlive: true })
  onTestFinished(async () => {
    agent.destroy()
    app.server.closeAllConnections()
    await app.close()
  })
  async function ask(path: string, accept = '*/*') {
    const [response] = await once(get({ port, path, agent, headers: { accept } }), 'response')
    const { statusCode: status, headers } = response
    return { status, headers, body: await text(response) }
  }
  const drain = (ms: number) => draining.drain(ms, () => app.server.closeIdleConnections())
  return { draining, drain, waiting, app, agent, ask }
}

test('a process that drains serves on, over connections that end with the answer', async () => {
  const { draining, drain, ask } = await serve()
  expect((await ask('/')).headers).toMatchObject({ connection: 'keep-alive' })
  const refusing = drain(300)
  const { status, headers } = await ask('/')
  expect([status, headers.connection]).toEqual([200, 'close'])
  await refusing
  expect(draining.phase()).toBe('refusing')
})

test('a connection on which nothing comes is closed before anything would be refused on it', async () => {
  const { draining, drain, agent, ask } = await serve()
  await ask('/')
  const [socket] = Object.values(agent.freeSockets).flat()
  if (!socket) throw new Error('the connection is not kept')
  const refusing = drain(400)
  await once(socket, 'close')
  expect(draining.phase()).toBe('draining')
  expect((await ask('/')).status).toBe(200)
  await refusing
})

test('then it refuses, with the phone number for people, and finishes what it has begun', async () => {
  const { drain, waiting, app, ask } = await serve()
  const begun = ask('/wait')
  await once(app.server, 'request')
  await drain(0)
  const page = await ask('/', 'text/html,*/*')
  expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(page.headers).toMatchObject({
    'retry-after': '2',
    connection: 'close',
    'cache-control': 'no-store',
    'strict-transport-security': 'max-age=63072000',
  })
  expect(page.body).toContain('<a href="tel:+13865550142">(386) 555-0142</a>')
  const json = await ask('/', 'application/json')
  expect([json.status, JSON.parse(json.body)]).toEqual([
    503,
    {
      code: 'unavailable',
      message: expect.stringContaining('restarted'),
      requestId: json.headers['x-request-id'],
    },
  ])
  waiting.resolve('waited')
  expect(await begun).toMatchObject({ status: 200, body: 'waited' })
})
