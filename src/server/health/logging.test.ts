import { DrizzleQueryError, sql } from 'drizzle-orm'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { createLogger } from './logging.ts'

describeOnDatabase('the log', (database) => {
  test('names each request by its id and holds nothing of a visitor, even when storing fails', async () => {
    const { db } = database.handle()
    const logLines: string[] = []
    const app = await buildTestApp(database.handle(), { logLines })
    const body = contactBody({
      name: 'Secretive Person',
      message: 'very private words\n    at night it howls; gate code 4711',
    })
    const post = () =>
      app.inject({ method: 'POST', url: '/api/contact?q=Secretive', payload: body })

    expect((await post()).statusCode).toBe(201)
    // A constraint's details and a driver's message both quote the row that failed.
    await db.execute(sql`alter table leads add constraint no_more check (id < 0) not valid`)
    await db.execute(sql`delete from leads`)
    const failed = await post()
    // The submission went to the journal.
    expect(failed.statusCode).toBe(201)
    const refused = await app.inject({ method: 'POST', url: '/api/contact', payload: '{' })

    const log = logLines.join('')
    expect(log).toContain(refused.json().requestId)
    expect(log).toContain('no_more')
    expect(log).not.toMatch(/Secretive|private|code 4711|maria@|5550123|555-0123|Lakeshore/)
    await app.close()
  })
})

test('the log says why the database was not reached, and quotes no row', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
  const failing = (cause: Error) => {
    const err = new DrizzleQueryError('select $1', ['ann@example.com'], cause)
    logger.error({ err }, 'failed')
    return JSON.parse(lines.at(-1) ?? '').err
  }
  const late = 'timeout exceeded when trying to connect'
  expect(failing(new Error(late))).toMatchObject({ type: 'DatabaseError', message: late })
  const ofServer = Object.assign(new Error('key (ann@example.com)'), { severity: 'FATAL' })
  expect(failing(Object.assign(ofServer, { code: '57014' }))).toMatchObject({ code: '57014' })
  failing(new Error('cannot send ann@example.com'))
  expect(lines.join()).not.toContain('ann@')
})

test('the log leaves out the address that Fastify quotes when an answer is sent twice', async () => {
  const lines: string[] = []
  const loggerInstance: FastifyBaseLogger = createLogger('trace', {
    write: (line: string) => void lines.push(line),
  })
  const logController = new LogController({ disableRequestLogging: true })
  const app = Fastify({ loggerInstance, logController })
  app.get('/request/:token', async (_request, reply) => {
    reply.send('once')
    reply.send('twice')
    return reply
  })
  app.get('/offer/:token', async (_request, reply) => {
    reply.raw.writeHead(200)
    return 'its'
  })
  await app.inject('/request/the-secret')
  await app.inject('/offer/the-secret').catch(() => undefined)
  await app.close()
  const said = lines.map((line) => JSON.parse(line)).map(({ msg, err }) => err?.message ?? msg)
  expect(said.filter((message) => message.includes('already sent'))).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/ in (the )?"\/…" \(GET\)/)),
  )
  expect(lines.join('')).not.toContain('secret')
})

test('of what fails because the database is away there is one line an hour for each reason', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
  const messages = () => lines.splice(0).map((line) => JSON.parse(line).msg)
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  onTestFinished(() => now.mockRestore())
  const away = new DrizzleQueryError('select 1', [], new Error('Connection terminated'))
  const work = logger.child({ reqId: 'an-id' })
  for (const log of [logger, work]) {
    log.warn({ err: new Error('Connection terminated unexpectedly') }, 'lost')
    log.warn({ err: away }, 'failed')
  }
  expect(messages()).toEqual(['lost'])
  // Other failures are still logged, and so is the line that says that the database is away.
  logger.warn({ err: new Error('no') }, 'wrong')
  logger.error({ err: away }, 'away')
  expect(messages()).toEqual(['wrong', 'away'])
  const full = Object.assign(new Error('no'), { code: '53100', severity: 'ERROR' })
  logger.warn({ err: new DrizzleQueryError('select 1', [], full) }, 'full')
  now.mockReturnValue(3_601_000 + 1_000)
  for (const _ of ['once', 'twice']) work.warn({ err: away }, 'still failed')
  expect(messages()).toEqual(['full', 'still failed'])
})
