import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createDraining, registerDraining } from './draining.ts'

/**
 * A server with a page that is sent when the test says so, asked over connections that are kept.
 */
async function serve() {
  const draining = createDraining()
  const app = Fastify()
  registerDraining(app, draining)
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
  async function ask(path: string) {
    const [response] = await once(get({ port, path, agent }), 'response')
    const { statusCode: status, headers } = response
    return { status, headers, body: await text(response) }
  }
  const drain = (ms: number) => draining.drain(ms, () => app.server.closeIdleConnections())
  return { draining, drain, waiting, app, agent, ask }
}

test('a process that drains serves on, over connections that end with the answer', async () => {
  const { drain, ask } = await serve()
  expect((await ask('/')).headers).toMatchObject({ connection: 'keep-alive' })
  const drained = drain(300)
  const { status, headers } = await ask('/')
  expect([status, headers.connection]).toEqual([200, 'close'])
  await drained
})

test('a connection on which nothing comes is closed before anything would be refused on it', async () => {
  const { draining, drain, agent, ask } = await serve()
  await ask('/')
  const [socket] = Object.values(agent.freeSockets).flat()
  if (!socket) throw new Error('the connection is not kept')
  const drained = drain(400)
  await once(socket, 'close')
  expect(draining.isDraining()).toBe(true)
  expect((await ask('/')).status).toBe(200)
  await drained
})

test('then it ends, and finishes what it has begun', async () => {
  const { drain, waiting, app, ask } = await serve()
  const begun = ask('/wait')
  await once(app.server, 'request')
  await drain(0)
  const closed = app.close()
  waiting.resolve('waited')
  expect(await begun).toMatchObject({ status: 200, body: 'waited' })
  await closed
})
