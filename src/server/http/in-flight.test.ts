import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { registerInFlight } from './overload.ts'
import { createRefuse } from './refusals.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A server whose `/wait` ends when the test says so. */
async function serve(limits: { client?: number; all?: number } = {}) {
  const app = Fastify({ trustProxy: ['loopback'] })
  const refuse = createRefuse({ phone: '3865550142' })
  registerInFlight(app, refuse, limits)
  const waiting: (() => void)[] = []
  let begun = 0
  app.get('/', async () => 'home')
  app.get('/wait', async () => {
    begun += 1
    await new Promise<void>((resolve) => waiting.push(resolve))
    return 'waited'
  })
  app.post('/form', async () => 'taken')
  app.get('/large', async () => Buffer.alloc(64 * 1024 * 1024))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const goOn = () => {
    for (const go of waiting.splice(0)) go()
  }
  closers.push(() => {
    goOn()
    app.server.closeAllConnections()
    return app.close()
  })
  function open(): Socket {
    const socket = connect(port, '127.0.0.1')
    closers.push(() => socket.destroy())
    return socket.on('error', () => {})
  }
  const ask = (client: string, path = '/', accept = '*/*') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': client, accept } })
  return { ask, open, goOn, begun: () => begun }
}

const get = (path: string, client: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n\r\n`

/** A form of which the end does not come. */
const unfinished = (client: string) =>
  `POST /form HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nHel`

test('answers count for their client for as long as they are not read', async () => {
  const { ask, open } = await serve({ client: 3 })
  const unread = Array.from({ length: 3 }, open)
  for (const socket of unread) {
    socket.write(get('/large', '192.0.2.1'))
    await once(socket, 'readable')
  }
  expect([(await ask('192.0.2.1')).status, (await ask('192.0.2.2')).status]).toEqual([503, 200])
  unread[0]?.resume()
  await expect.poll(async () => (await ask('192.0.2.1')).status).toBe(200)
})

test('a process refuses what is too much in all, a person with the phone number', async () => {
  const { ask, begun, goOn } = await serve({ all: 2 })
  const waiting = [ask('192.0.2.1', '/wait'), ask('192.0.2.2', '/wait')]
  await expect.poll(begun).toBe(2)
  const refused = await ask('192.0.2.3')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await refused.json()).toMatchObject({ code: 'unavailable', message: expect.any(String) })
  const page = await ask('192.0.2.3', '/', 'text/html')
  expect([page.status, page.headers.get('cache-control')]).toEqual([503, 'no-store'])
  expect(await page.text()).toContain('<a href="tel:+13865550142">(386) 555-0142</a>')
  goOn()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
  expect((await ask('192.0.2.3')).status).toBe(200)
})

test('slow clients, who have not sent or not read it all, keep no one else out', async () => {
  const { ask, open } = await serve({ client: 2, all: 2 })
  const sending = Array.from({ length: 2 }, open)
  for (const socket of sending) socket.write(unfinished('192.0.2.1'))
  await expect.poll(async () => (await ask('192.0.2.1')).status).toBe(503)
  expect((await ask('192.0.2.2')).status).toBe(200)
  const reading = Array.from({ length: 2 }, open)
  for (const socket of reading) {
    socket.write(get('/large', '192.0.2.3'))
    await once(socket, 'readable')
  }
  expect([(await ask('192.0.2.3')).status, (await ask('192.0.2.2')).status]).toEqual([503, 200])
})

test('many requests of one connection are begun up to the bound, and over when it closes', async () => {
  const { ask, open, begun } = await serve({ client: 5 })
  const socket = open()
  socket.write(get('/wait', '192.0.2.1').repeat(50))
  await expect.poll(begun).toBe(5)
  expect((await ask('192.0.2.1')).status).toBe(503)
  // Their work goes on for a while, and counts until then.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  closers.push(() => void vi.useRealTimers())
  socket.destroy()
  await vi.waitUntil(() => vi.getTimerCount() >= 5)
  expect((await ask('192.0.2.1')).status).toBe(503)
  vi.runAllTimers()
  expect((await ask('192.0.2.1')).status).toBe(200)
})
