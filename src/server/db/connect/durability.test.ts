import { expect, test, vi } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { findingCatalog } from '#/contracts/health/finding-catalog.ts'
import type { NeedList } from '#/contracts/health/needs.ts'
import { type Config, readConfig } from '#/server/config/config.ts'
import { buildTestApp, readMetrics, signInAs, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import type { ServerSafety } from '../database.ts'
import { embeddedRelease } from '../embedded/binaries.ts'

/** The findings among the needs: what else there is are first steps. */
const foundIn = (body: string) =>
  (JSON.parse(body).data as NeedList).needs.filter(({ key }) => key in findingCatalog)

describeOnDatabase('a commit', (database) => {
  test('that may be lost is told to admins and in the metrics', async () => {
    const { db, safety } = database.handle()
    expect(await safety()).toEqual({ commitRisks: [], excessRight: null })
    const told: ServerSafety = {
      commitRisks: ['fsync', 'failover'],
      excessRight: 'pg_execute_server_program',
    }
    const app = await buildTestApp({ ...database.handle(), safety: async () => told })
    const cookie = await signInAs(app, db, 'admin')
    const answer = await app.inject({ url: api.needs.path, headers: { cookie } })
    expect(foundIn(answer.body)).toMatchObject([
      { key: 'commits-fsync', severity: 'bad' },
      { key: 'commits-failover', severity: 'bad' },
      { key: 'excess-right', detail: expect.stringContaining(told.excessRight ?? '') },
    ])
    expect((await app.inject(api.needs.path)).statusCode).toBe(401)
    const body = await readMetrics(app)
    expect(body.match(/^breezeway_finding\{key="[\w-]+"/gm)).toEqual(
      ['commits-fsync', 'commits-failover', 'excess-right'].map(
        (key) => `breezeway_finding{key="${key}"`,
      ),
    )
    await app.close()
  })

  test('is on an embedded server whose age the inbox says, and which is ready all the same', async () => {
    const { releasedOn, version } = embeddedRelease
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(releasedOn) + 121 * 86_400_000 })
    const config = testConfig({ tellsEmbeddedAge: true })
    const ask = async (overrides: Partial<Config> = {}) => {
      const app = await buildTestApp(database.handle(), { config: { ...config, ...overrides } })
      const cookie = await signInAs(app, database.handle().db, 'admin')
      const answer = await app.inject({ url: api.needs.path, headers: { cookie } })
      expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'ready' })
      await app.close()
      return foundIn(answer.body)
    }
    expect(await ask()).toMatchObject([
      {
        key: 'postgres-aged',
        text: 'The embedded PostgreSQL is 121 days old.',
        detail: expect.stringContaining(version),
        advice: expect.stringContaining('Show this to your administrator'),
      },
    ])
    expect(await ask({ databaseUrl: 'postgres://ana@db.example/site' })).toEqual([])
    expect(await ask({ tellsEmbeddedAge: false })).toEqual([])
    expect(readConfig({ NODE_ENV: 'development' }).tellsEmbeddedAge).toBe(false)
  })
})
