import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ServerSafety } from '#/contracts/inbox.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { environmentOf } from '../../../scripts/demo/environment.ts'
import { buildTestApp, signInAs, testConfig } from '../../../tests/app-builder.ts'
import { describeOnDatabase } from '../../../tests/databases.ts'
import { silentLogger } from '../../../tests/silent-logger.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from './client.ts'
import { embeddedRelease } from './embedded/binaries.ts'
import { followServer } from './follow-server.ts'
import type { ServerState } from './server-state.ts'

describeOnDatabase('a commit', (database) => {
  test.each([
    ['off', 'on'],
    ['local', 'on'],
    ['on', 'on'],
    ['remote_write', 'remote_write'],
    ['remote_apply', 'remote_apply'],
  ])('with synchronous_commit=%s at the server waits as with %s', async (value, wanted) => {
    const { db } = database.handle()
    const { pathname } = new URL(database.location().databaseUrl ?? '')
    const name = sql.identifier(pathname.slice(1))
    await db.execute(sql`alter database ${name} set synchronous_commit = ${sql.raw(value)}`)
    const other = await openDatabase(database.location(), silentLogger)
    const { rows } = (await other.db.execute(sql`show synchronous_commit`)) as unknown as {
      rows: { synchronous_commit: string }[]
    }
    await other.close()
    expect(rows[0]?.synchronous_commit).toBe(wanted)
  })

  test('that may be lost is told to admins and in the metrics', async () => {
    const { db, safety } = database.handle()
    expect(safety()).toEqual({ commitRisks: [], excessRight: null })
    const told: ServerSafety = {
      commitRisks: ['fsync', 'failover'],
      excessRight: 'pg_execute_server_program',
    }
    const app = await buildTestApp({ ...database.handle(), safety: () => told })
    const cookie = await signInAs(app, db, 'admin')
    const answer = await app.inject({ url: apiPaths.databaseSafety, headers: { cookie } })
    expect(answer.json()).toEqual({ data: expect.objectContaining(told) })
    expect((await app.inject(apiPaths.databaseSafety)).statusCode).toBe(401)
    const { body } = await app.inject('/metrics')
    expect(body).toContain('breezeway_commits_at_risk{reason="fsync"} 1')
    expect(body).toContain('breezeway_commits_at_risk{reason="full_page_writes"} 0')
    expect(body).toContain('breezeway_database_connections{state="waiting"} 0')
    await app.close()
  })

  test('is on an embedded server whose age the inbox says, and which is ready all the same', async () => {
    const { releasedOn, version } = embeddedRelease
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(releasedOn) + 121 * 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
    const config = testConfig()
    const ask = async (overrides: Partial<Config> = {}) => {
      const app = await buildTestApp(database.handle(), { config: { ...config, ...overrides } })
      const cookie = await signInAs(app, database.handle().db, 'admin')
      const answer = await app.inject({ url: apiPaths.databaseSafety, headers: { cookie } })
      expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'ready' })
      await app.close()
      return answer.json().data.agedRelease
    }
    expect(await ask()).toMatchObject({ version, releasedOn, days: 121 })
    expect(await ask({ databaseUrl: 'postgres://ana@db.example/site' })).toBeNull()
    expect(await ask({ tellsEmbeddedAge: false })).toBeNull()
    expect(readConfig({ NODE_ENV: 'development' }).tellsEmbeddedAge).toBe(false)
    expect(environmentOf({}, { dataDir: '', mailServer: '' }).EMBEDDED_AGE_NOTICE).toBe('off')
  })
})

test('a risk is logged once, and when it is over', () => {
  const lines: { msg: string; risks?: string[] }[] = []
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const server = followServer({ renew: () => {}, logger })
  const state: ServerState = {
    started: 'one',
    isReadOnly: false,
    synchronousCommit: 'on',
    commitRisks: ['failover'],
    excessRight: null,
  }
  server.onState(state, 1)
  server.onState(state, 1)
  expect(server.safety().commitRisks).toEqual(['failover'])
  server.onState({ ...state, started: 'two', commitRisks: [] }, 2)
  for (const at of [3, 4])
    server.onState({ ...state, commitRisks: [], excessRight: 'superuser' }, at)
  expect(server.safety().excessRight).toBe('superuser')
  expect(lines.map(({ msg, risks }) => [msg, risks])).toEqual([
    ['the database may lose what it has committed', ['failover']],
    ['the database no longer loses what it has committed', undefined],
    ['the role of the product in the database has too many rights', undefined],
  ])
})
