import { DrizzleQueryError, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../tests/app-builder.ts'
import { describeOnDatabase } from '../../../tests/databases.ts'
import { contactBody } from '../../../tests/factories.ts'
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
    // Both a constraint's details and a driver's message quote the row that failed.
    await db.execute(sql`alter table leads add constraint no_more check (id < 0) not valid`)
    await db.execute(sql`delete from leads`)
    const failed = await post()
    // It went to the journal.
    expect(failed.statusCode).toBe(201)
    const refused = await app.inject({ method: 'POST', url: '/api/contact', payload: '{' })

    const log = logLines.join('')
    expect(log).toContain(refused.json().requestId)
    expect(log).toContain('no_more')
    expect(log).not.toMatch(/Secretive|private|4711|maria@|5550123|555-0123|Lakeshore/)
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

test('what is worth a look is written at once, with all before it', () => {
  const calls: string[] = []
  const logger = createLogger('info', {
    write: (line: string) => void calls.push(JSON.parse(line).msg),
    flushSync: () => void calls.push('flush'),
  })
  logger.info('a request')
  logger.warn('strange')
  logger.info('another request')
  logger.error('wrong')
  logger.debug('below the level')
  expect(calls).toEqual(['a request', 'strange', 'flush', 'another request', 'wrong', 'flush'])
})
