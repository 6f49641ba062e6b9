import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type ErrorCode, errorCodes } from '#/contracts/errors.ts'
import { AppError, sendError, unavailable } from './errors.ts'

const logLines: string[] = []
let thrown: unknown
let app: FastifyInstance

beforeAll(async () => {
  const logger: FastifyBaseLogger = pino({}, { write: (line: string) => void logLines.push(line) })
  app = Fastify({ loggerInstance: logger, bodyLimit: 100, genReqId: () => 'request-1' })
  app.setErrorHandler(sendError)
  app.setValidatorCompiler(validatorCompiler)
  app.get('/throw', async () => {
    throw thrown
  })
  const body = z.object({
    name: z.string('Please enter a name.').min(2, 'Too short.').max(1, 'Odd.'),
  })
  app.post('/names', { schema: { body } }, async () => 'taken')
  await app.ready()
})
afterAll(() => app.close())

async function answerTo(error: unknown) {
  thrown = error
  logLines.length = 0
  const { statusCode, headers, body } = await app.inject('/throw')
  const wasLogged = logLines.some((line) => line.includes('request failed'))
  return { status: statusCode, headers, body: JSON.parse(body), wasLogged }
}

test('each code has its status, and only what is our fault is logged', async () => {
  const answers = []
  for (const code of errorCodes) {
    const { status, wasLogged } = await answerTo(new AppError(code, 'Why.'))
    answers.push([code, status, wasLogged])
  }
  const expected: [ErrorCode, number, boolean][] = [
    ['invalid_request', 400, false],
    ['not_signed_in', 401, false],
    ['not_allowed', 403, false],
    ['second_factor_needed', 403, false],
    ['proof_needed', 403, false],
    ['not_found', 404, false],
    ['conflict', 409, false],
    ['wrong_host', 421, false],
    ['too_large', 413, false],
    ['unsupported_media_type', 415, false],
    ['too_many_requests', 429, false],
    ['unavailable', 503, false],
    ['internal', 500, true],
  ]
  expect(answers).toEqual(expected)
})

test('an answer holds the message, the code, the fields and the request', async () => {
  const error = new AppError('conflict', 'Why.', { fields: { name: 'Taken.' }, status: 410 })
  const { status, headers, body } = await answerTo(error)
  expect([status, headers['content-type']]).toEqual([410, 'application/json; charset=utf-8'])
  expect(headers).not.toHaveProperty('retry-after')
  const fields = { name: 'Taken.' }
  expect(body).toEqual({ message: 'Why.', code: 'conflict', fields, requestId: 'request-1' })
  expect((await answerTo(new AppError('conflict', 'Why.'))).body).not.toHaveProperty('fields')
})

test('who must wait is told for how many whole seconds', async () => {
  const error = new AppError('too_many_requests', 'Later.', { retryAfterSeconds: 1.2 })
  expect((await answerTo(error)).headers['retry-after']).toBe('2')
  const { headers, body } = await answerTo(unavailable())
  expect([headers['retry-after'], body.message]).toEqual([
    '5',
    'We can’t reach our records right now. Please try again in a moment.',
  ])
})

test('an unexpected error tells the client nothing, and is logged', async () => {
  for (const error of [
    new Error('secret'),
    Object.assign(new Error('secret'), { statusCode: 302 }),
  ]) {
    const { status, body, wasLogged } = await answerTo(error)
    expect([status, body.code, wasLogged]).toEqual([500, 'internal', true])
    expect(body.message).toBe('Something went wrong on our end. Please try again.')
    expect(logLines.join('')).toContain('"message":"secret"')
  }
})

test('a database that is away is a reason to try again, and no fault of a request', async () => {
  const { status, body } = await answerTo(new Error('Connection terminated unexpectedly'))
  expect([status, body.code]).toEqual([503, 'unavailable'])
  expect(logLines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'request failed' }),
  )
})

test.each([
  [400, 400, 'invalid_request', /couldn’t be read/],
  [403, 403, 'not_found', /nothing at this address/],
  [413, 413, 'too_large', /Please shorten it/],
  [415, 415, 'unsupported_media_type', /as JSON or as a form/],
])(
  'a refusal of the framework with %i is answered in our words',
  async (given, status, code, words) => {
    const { body, ...answer } = await answerTo(Object.assign(new Error('x'), { statusCode: given }))
    expect([answer.status, body.code]).toEqual([status, code])
    expect(body.message).toMatch(words)
  },
)

test('a body that is too long is refused, and its connection serves on while more of it comes', async () => {
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(url.port), url.hostname)
  const body = 'x'.repeat(1_500_000)
  const lines = ['host: a', 'content-type: application/json', `content-length: ${body.length}`]
  socket.write(`POST /names HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body.slice(0, 1_000)}`)
  const [refusal] = await once(socket, 'data')
  expect(String(refusal)).toMatch(/ 413 .*"too_large"/s)
  socket.write(`${body.slice(1_000)}GET /none HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(/ 404 /)
})
