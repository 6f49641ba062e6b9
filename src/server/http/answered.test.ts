import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createLogAnswered, createLogger } from '../health/logging.ts'
import { watchRequests } from './answered.ts'

test('each request is one line with its id, and without what was asked for', async () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
  const app = Fastify({ genReqId: () => 'an-id' })
  watchRequests(app, createLogAnswered(logger))
  app.get('/leads', async (_request, reply) => reply.code(204).send())
  app.get('/request/:token', async () => 'x')
  const { headers } = await app.inject('/leads?q=maria@example.com')
  await app.inject('/request/the-secret?done=1')
  await app.inject('/request/the-secret/none')
  await app.inject('/leads/maria@example.com')
  await app.close()
  expect(headers['x-request-id']).toBe('an-id')
  const parts = { method: 'GET', path: '/leads', status: 204, ms: expect.any(Number) }
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'request', reqId: 'an-id', ...parts }),
    expect.objectContaining({ path: '/request/:token' }),
    expect.objectContaining({ path: '/request', status: 404 }),
    expect.objectContaining({ path: '/leads', status: 404 }),
  ])
  expect(lines.join('')).not.toMatch(/maria|secret/)
})

test('the line of a request is like those of pino, and as the level says', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
  const logAnswered = createLogAnswered(logger)
  const shown = { method: 'GET', path: '/a"\\\u2028b', status: 200 }
  logger.info({ reqId: 'an-id', ...shown, ms: 2 }, 'request')
  logAnswered({ id: 'an-id', ...shown, ms: 1.6 })
  const [ofPino = '', ours] = lines.map((line) => line.replace(/"time":\d+/, ''))
  expect(ours).toBe(ofPino)

  logger.level = 'warn'
  logAnswered({ id: 'an-id', ...shown, ms: 1.6 })
  expect(lines).toHaveLength(2)
})
