import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { expect, test } from 'vitest'
import { createLogger } from '../runtime/logging.ts'
import { logRequests } from './request-log.ts'

test('each request is one line with its id, and without what was asked for', async () => {
  const lines: string[] = []
  const logger: FastifyBaseLogger = createLogger('info', {
    write: (line: string) => void lines.push(line),
  })
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => 'an-id',
  })
  logRequests(app)
  app.get('/leads', async (_request, reply) => reply.code(204).send())
  const { headers } = await app.inject('/leads?q=maria@example.com')
  await app.close()
  expect(headers['x-request-id']).toBe('an-id')
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(logged).toEqual([
    expect.objectContaining({ method: 'GET', path: '/leads', status: 204, ms: expect.any(Number) }),
  ])
  expect(lines.join('')).not.toContain('maria')
})
