import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createDraining, registerDraining } from './draining.ts'

test('a connection on which nothing comes is closed before anything would be refused on it', async () => {
  const draining = createDraining()
  const app = Fastify()
  registerDraining(app, draining)
  app.get('/', async () => 'home')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const agent = new Agent({ keepAlive: true })
  onTestFinished(async () => {
    agent.destroy()
    await app.close()
  })
  const ask = async () => text((await once(get({ port, agent }), 'response'))[0])
  await ask()
  const [socket] = Object.values(agent.freeSockets).flat()
  if (!socket) throw new Error('the connection is not kept')
  const closed = once(socket, 'close').then(() => 'closed')
  const drained = draining.drain(400, () => app.server.closeIdleConnections()).then(() => 'drained')
  expect(await Promise.race([closed, drained])).toBe('closed')
  expect(draining.isDraining()).toBe(true)
  expect(await ask()).toBe('home')
  await drained
})
