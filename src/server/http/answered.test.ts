import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { expect, test } from 'vitest'
import { createLogger } from '../health/logging.ts'
import { watchRequests } from './answered.ts'

test('each request is one line with its id, and without what was asked for; looks at the health are none', async () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
  const app = Fastify({
    genReqId: () => 'an-id',
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  watchRequests(app)
  app.get('/leads', async (_request, reply) => reply.code(204).send())
  app.get('/request/:token', async () => 'x')
  app.get('/healthz', async () => 'ok')
  const { headers } = await app.inject('/leads?q=maria@example.com')
  await app.inject('/request/the-secret?done=1')
  await app.inject('/request/the-secret/none')
  await app.inject('/leads/maria@example.com')
  await app.inject('/healthz')
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
