import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { boundedServer } from './bounded-server.ts'
import { createReadAddress } from './client-address.ts'
import { createDraining } from './draining.ts'
import { sendError } from './errors.ts'
import { createInFlight, usualFlightLimits } from './in-flight.ts'
import { createRefusals } from './refusals.ts'
import { createSecurityHeaders } from './security-headers.ts'

const headers = createSecurityHeaders({ siteUrl: 'https://site.example' })
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A server whose `/wait` ends when the test says so. */
async function serve({
  client = usualFlightLimits.client,
  process = usualFlightLimits.process,
  requestMs = 30_000,
  silenceMs = 30_000,
} = {}) {
  const draining = createDraining()
  const refused: string[] = []
  const refusals = createRefusals(headers, { phone: '3865550142' })
  const inFlight = createInFlight(
    { ...usualFlightLimits, client, process },
    refusals,
    createReadAddress(['loopback']),
    (by) => refused.push(by),
  )
  const app: FastifyInstance = Fastify({
    ...boundedServer(
      { requestMs, silenceMs },
      {
        inFlight,
        refusals,
        draining,
        checkHost: () => undefined,
      },
    ),
  })
  app.setErrorHandler(sendError)
  inFlight.register(app)
  const waiting: (() => void)[] = []
  let begun = 0
  app.get('/', async () => 'home')
  app.get('/wait', async () => {
    begun += 1
    await wait()
    return 'waited'
  })
  const wait = () => new Promise<void>((resolve) => waiting.push(resolve))
  let guarded = 0
  const guard = () => {
    guarded += 1
    return wait()
  }
  app.get('/guarded', { onRequest: guard }, async () => {
    begun += 1
  })
  // As a middleware does, without Fastify knowing.
  app.get('/raw', { onRequest: (_request, reply) => void reply.raw.end('raw') }, async () => '')
  app.get('/large', async () => Buffer.alloc(64 * 1024 * 1024))
  app.post('/', async () => 'posted')
  app.post('/request/:token/photos', async () => 'photographs')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  closers.push(() => {
    for (const go of waiting) go()
    app.server.closeAllConnections()
    return app.close()
  })
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    closers.push(() => socket.destroy())
    return socket.on('error', () => {})
  }
  return {
    open,
    refused,
    begun: () => begun,
    guarded: () => guarded,
    openConnections: () =>
      new Promise<number>((resolve) =>
        app.server.getConnections((_error, count) => resolve(count)),
      ),
    goOn: () => {
      for (const go of waiting.splice(0)) go()
    },
    origin: `http://127.0.0.1:${port}`,
  }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += String(chunk)
  })
  // The server may reset it after the response, while the test still writes.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  return text
}

/** Checks that a refusal is like every other response; returns its JSON. */
function readRefusal(text: string, status: number) {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  for (const line of [
    ...Object.entries(headers.all).map(([name, value]) => `${name}: ${value}`.toLowerCase()),
    'content-type: application/json; charset=utf-8',
    'connection: close',
  ]) {
    expect(head.toLowerCase()).toContain(line)
  }
  const json = JSON.parse(body)
  expect(json).toEqual({
    message: expect.any(String),
    code: expect.any(String),
    requestId: expect.any(String),
  })
  return { head, ...json }
}

test('requests that a client sends without waiting are begun a few at a time', async () => {
  const server = await serve()
  const few = server.open()
  few.write(get('/').repeat(3) + get('/', 'Connection: close\r\n'))
  expect((await readAll(few)).match(/home/g)).toHaveLength(4)
  expect(server.refused).toEqual([])

  const many = server.open()
  many.write(get('/wait').repeat(1_000))
  const { head, code } = readRefusal(await readAll(many), 503)
  expect(code).toBe('unavailable')
  expect(head).toMatch(/retry-after: 2/i)
  expect([server.begun(), server.refused]).toEqual([4, ['connection']])
})

test('answers count for their client for as long as they are not read', async () => {
  const server = await serve({ client: 3 })
  const forwarded = (client: string) => ({ headers: { 'x-forwarded-for': client } })
  const statusOf = async (client: string) => (await fetch(server.origin, forwarded(client))).status
  const unread = Array.from({ length: 3 }, server.open)
  for (const socket of unread) {
    socket.write(get('/large', 'X-Forwarded-For: 192.0.2.1\r\n'))
    await once(socket, 'readable')
  }
  expect([await statusOf('192.0.2.1'), await statusOf('192.0.2.2')]).toEqual([503, 200])
  expect(server.refused).toEqual(['client'])
  unread[0]?.destroy()
  await expect.poll(() => statusOf('192.0.2.1')).toBe(200)
})

test('clients of one /48 have four times as many together', async () => {
  const server = await serve({ client: 1 })
  const ask = (client: string, path: string) =>
    fetch(`${server.origin}${path}`, { headers: { 'x-forwarded-for': client } })
  const inNetwork = (client: number) => `2001:db8:1:${client}::1`
  const waiting = [1, 2, 3, 4].map((client) => ask(inNetwork(client), '/wait'))
  await expect.poll(server.begun).toBe(4)
  expect((await ask(inNetwork(5), '/')).status).toBe(503)
  expect((await ask('2001:db8:2::1', '/')).status).toBe(200)
  server.goOn()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await ask(inNetwork(5), '/')).status).toBe(200)
})

test('a client has 100 and a process 500, counted until the work is done', async () => {
  const server = await serve()
  const ask = (client: number, path: string) =>
    fetch(server.origin + path, { headers: { 'x-forwarded-for': `192.0.2.${client}` } })
  const waiting: Promise<Response>[] = []
  for (let client = 1; client <= 5; client += 1) {
    for (let each = 0; each < 100; each += 1) waiting.push(ask(client, '/wait'))
    await expect.poll(server.begun).toBe(client * 100)
    // The first of them alone: once the process has no room, nobody is told of their own.
    if (client === 1) expect((await ask(1, '/')).status).toBe(503)
  }
  expect((await ask(6, '/')).status).toBe(503)
  expect(server.refused).toEqual(['client', 'process'])
  server.goOn()
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  expect([...new Set(statuses)]).toEqual([200])
  expect((await ask(1, '/')).status).toBe(200)

  const small = await serve({ process: 2 })
  const inWork = [0, 1].map(() => fetch(`${small.origin}/wait`))
  await expect.poll(small.begun).toBe(2)
  const socket = small.open()
  socket.write(get('/'))
  readRefusal(await readAll(socket), 503)
  small.goOn()
  expect((await Promise.all(inWork)).map(({ status }) => status)).toEqual([200, 200])
  for (let index = 0; index < 4; index += 1) await (await fetch(`${small.origin}/raw`)).text()
  expect((await fetch(small.origin)).status).toBe(200)
})

test('bodies that are still arriving, and answers that are not read, keep no visitor out', async () => {
  const server = await serve({ process: 2 })
  const post =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nx'
  for (let index = 0; index < 5; index += 1) server.open().write(post)
  for (let index = 0; index < 5; index += 1) server.open().pause().write(get('/large'))
  await expect.poll(server.openConnections).toBe(10)
  for (let index = 0; index < 3; index += 1) expect((await fetch(server.origin)).status).toBe(200)
})

test('what was asked for is not read when its client has left', async () => {
  const server = await serve()
  const socket = server.open()
  socket.write(get('/guarded'))
  await expect.poll(server.guarded).toBe(1)
  socket.destroy()
  await expect.poll(server.openConnections).toBe(0)
  server.goOn()
  expect((await fetch(server.origin)).status).toBe(200)
  expect(server.begun()).toBe(0)
})

test('who takes too long to send or to read is cut off, and told if that is possible', async () => {
  const server = await serve({ requestMs: 400, silenceMs: 600 })
  const trickle = server.open()
  trickle.write(
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9000\r\n\r\n',
  )
  const timer = setInterval(() => trickle.write('x'), 50)
  closers.push(() => clearInterval(timer))
  const unread = server.open().pause()
  unread.write(get('/large'))
  expect(readRefusal(await readAll(trickle), 408).message).toMatch(/too long to arrive/)
  await expect.poll(server.openConnections).toBe(0)
})

test.each([
  ['photographs that come fast enough', '/request/x/photos', 90_000, 200],
  ['photographs that trickle', '/request/x/photos', 1, 408],
  ['anything else, as fast as photographs', '/', 90_000, 408],
])('a body may take longer or not: %s', async (_what, path, soon, status) => {
  const server = await serve({ requestMs: 400, silenceMs: 5_000 })
  const socket = server.open()
  const length = 100_000
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`,
  )
  socket.write('x'.repeat(soon))
  // The bytes that have arrived by then are enough for almost two seconds, even on a busy machine.
  const rest = setTimeout(() => socket.writable && socket.write('x'.repeat(length - soon)), 800)
  closers.push(() => clearTimeout(rest))
  const answer = await readAll(socket)
  expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
})
