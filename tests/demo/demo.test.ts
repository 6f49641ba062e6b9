/** @module-tag slow */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areSamples, mostReviews } from '#/content/testimonials.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { Offer } from '#/contracts/referrals/offers.ts'
import type { ListedRating } from '#/contracts/referrals/ratings.ts'
import type { Results } from '#/contracts/results/results.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { serviceChoices } from '#/contracts/site/services.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { environmentOf, refuseRealData, startMailSink } from '../../scripts/demo/environment.ts'
import { fillDemo } from '../../scripts/demo/fill.ts'
import { createRandom } from '../../scripts/demo/random.ts'
import { planRequests } from '../../scripts/demo/requests.ts'
import { owner } from '../../scripts/demo/team.ts'

const password = 'orange grove in the rain'

describeOnDatabase('a demo', ({ handle, location }) => {
  let app: FastifyInstance
  let cookie: string
  let defaults: unknown
  const now = new Date()

  /** What the columns of all tables get by themselves. */
  const readDefaults = async () => {
    const { rows } = (await handle().db.execute(sql`
      select table_schema, table_name, column_name, column_default from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema')
      order by 1, 2, 3`)) as unknown as { rows: unknown[] }
    return rows
  }

  const count = async (from: string) => {
    const answer = await handle().db.execute(sql.raw(`select count(*)::int "count" from ${from}`))
    return (answer as unknown as { rows: { count: number }[] }).rows[0]?.count ?? 0
  }

  async function ask<Data>(url: string): Promise<Data> {
    const response = await app.inject({ url, headers: { cookie } })
    expect(response.statusCode, url).toBe(200)
    return response.json().data
  }

  beforeAll(async () => {
    const config = testConfig()
    defaults = await readDefaults()
    const { signal: stop } = new AbortController()
    const options = { seed: 1, now, requestsADay: 0.45, password, stop }
    await fillDemo({ ...config, ...location() }, silentLogger, options)
    app = await buildTestApp(handle(), { config })
    const response = await app.inject({
      method: 'POST',
      url: apiPaths.signIn,
      payload: { email: owner, password },
    })
    cookie = String([response.headers['set-cookie']].flat()[0]).split(';', 1)[0] ?? ''
  })
  afterAll(() => app?.close())

  test('leaves the database as it was, but for its rows', async () => {
    expect(await readDefaults()).toEqual(defaults)
    expect(await count(`pg_namespace where nspname = 'held_clock'`)).toBe(0)
  })

  test('tells of the past and of nobody who exists', async () => {
    const ahead = `> '${now.toISOString()}'`
    expect(await count(`leads where created_at ${ahead} or first_contacted_at ${ahead}`)).toBe(0)
    expect(await count(`lead_history where created_at ${ahead}`)).toBe(0)
    expect(await count(`ledger_entries where kind = 'payment'`)).toBeGreaterThan(0)
    expect(await count(`offers where offered_at ${ahead} or answered_at ${ahead}`)).toBe(0)
    // But for the test's own sign-in.
    expect(await count(`audit_entries where at ${ahead} and address <> '127.0.0.1'`)).toBe(0)
    expect(await count(`leads where created_at < now() - interval '122 days'`)).toBe(0)
    const everybody = `(
      select email, phone from leads union all select email, phone from contractors
      union all select email, '3865550100' from users
      union all select target, '3865550100' from deliveries) everybody`
    expect(
      await count(`${everybody} where email !~ '@([a-z-]+[.])*example[.](com|org|net)$'`),
    ).toBe(0)
    expect(await count(`${everybody} where phone !~ '^[2-9][0-9]{2}55501[0-9]{2}$'`)).toBe(0)
    expect(await count(`contractors where license_number !~ '^CAC00[0-9]{5}$'`)).toBe(0)
  })

  test('has something in every view of the inbox', async () => {
    const list = (query: string) => ask<LeadEntry[]>(`${apiPaths.leads}?${query}`)
    for (const status of ['all', 'new', 'contacted'])
      expect(await list(`status=${status}`), status).not.toEqual([])
    expect(await list('quarantined=true')).not.toEqual([])
    for (const service of serviceChoices)
      expect(await list(`service=${service}`), service).not.toEqual([])
    const [newest] = await list('status=all')
    expect(now.getTime() - Date.parse(newest?.createdAt ?? '')).toBeLessThan(3_600_000)
  })

  test('has leads that were worked, from the first call to what the visitor says', async () => {
    const offers: Offer['state'][] = ['open', 'accepted', 'declined', 'expired', 'taken']
    for (const state of offers.slice(1))
      expect(await count(`offers where state = '${state}'`), state).toBeGreaterThan(0)
    for (const outcome of ['matched', 'done', 'lost'])
      expect(await count(`referrals where outcome = '${outcome}'`), outcome).toBeGreaterThan(0)
    for (const state of ['sent', 'failed'])
      expect(await count(`deliveries where state = '${state}'`), state).toBeGreaterThan(0)
    for (const kind of ['noted', 'agreed', 'released', 'added-photo', 'notified', 'rated'])
      expect(await count(`lead_history where kind = '${kind}'`), kind).toBeGreaterThan(0)
    const done = await handle().db.execute(
      sql`select lead_id::int id from referrals where outcome = 'done' limit 1`,
    )
    const [{ id } = { id: 0 }] = (done as unknown as { rows: { id: number }[] }).rows
    for (const path of [apiPaths.lead, apiPaths.leadReferral, apiPaths.leadDeliveries] as const)
      expect(await ask(leadPath(path, id)), path).toBeTruthy()
  })

  test('has results, contractors, a team, an audit log and edited pages', async () => {
    const { total, bySource } = await ask<Results>(`${apiPaths.results}?days=90`)
    for (const number of ['taps', 'requests', 'answered', 'matched', 'done'] as const)
      expect(total[number], number).toBeGreaterThan(0)
    expect(bySource.length).toBeGreaterThan(8)
    expect(await ask<unknown[]>(apiPaths.contractors)).toHaveLength(18)
    expect(await ask<object[]>(apiPaths.findings)).toContainEqual(
      expect.objectContaining({ key: 'papers-lapse' }),
    )
    expect(await ask(apiPaths.team)).toMatchObject({ members: { length: 3 } })
    expect((await ask<unknown[]>(apiPaths.auditEntries)).length).toBeGreaterThan(20)
    expect(await count('seo_revisions')).toBeGreaterThan(4)
  })

  test('has ratings, of which the home page shows some', async () => {
    const ratings = await ask<ListedRating[]>(apiPaths.ratings)
    const published = ratings.filter(({ publishedAt }) => publishedAt !== null)
    expect(ratings.length).toBeGreaterThan(published.length)
    const home = (await app.inject({ url: '/' })).body
    const newest = published
      .toSorted((a, b) => Date.parse(b.publishedAt ?? '') - Date.parse(a.publishedAt ?? ''))
      .slice(0, areSamples ? mostReviews : published.length)
    expect(newest).not.toEqual([])
    for (const { shownName } of newest) expect(home).toContain(shownName)
  })
})

test('the plan of a demo is the same for the same seed', () => {
  const planOf = (seed: number) =>
    planRequests(new Date('2026-11-18T15:00:00Z'), 2, createRandom(seed))
  expect(planOf(7)).toEqual(planOf(7))
  expect(planOf(7)).not.toEqual(planOf(8))
})

test('the mail server of a demo writes each mail to a file', async () => {
  const folder = temporaryFolder()
  const transport = createTransport(await startMailSink(folder.path))
  await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'It is 75 again.' })
  transport.close()
  const files = readdirSync(folder.path)
  expect(files).toEqual(['0001 b@example.com.eml'])
  expect(readFileSync(join(folder.path, files[0] ?? ''), 'utf8')).toContain('It is 75 again.')
  folder.remove()
})

describe('starting a demo', () => {
  const root = join(import.meta.dirname, '../..')
  const demo = (args: string[], env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [join(root, 'scripts/demo.ts'), ...args], {
      env: { PATH: process.env.PATH ?? '', ...env },
    })

  test('is refused where there may be real data', async () => {
    const refusal = { code: 1, stderr: expect.stringMatching(/^DATA_DIR is set\. .*\n$/) }
    await expect(demo([], { DATA_DIR: '/nowhere' })).rejects.toMatchObject(refusal)
    expect(() => refuseRealData({ DATABASE_URL: 'postgres://real/site' })).toThrow(/DATABASE_URL/)
    expect(() => refuseRealData({ PORT: '4000' })).not.toThrow()
  })

  test('ends, and leaves nothing, when the window of its terminal is closed', async () => {
    const folder = temporaryFolder()
    const running = spawn(process.execPath, [join(root, 'scripts/demo.ts')], {
      env: { PATH: process.env.PATH ?? '', TMPDIR: folder.path, PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = once(running, 'exit')
    await once(running.stdout, 'data')
    expect(readdirSync(folder.path)).toEqual([expect.stringMatching(/^breezeway-demo-/)])
    running.stdout.destroy()
    running.kill('SIGHUP')
    expect(await ended).toEqual([0, null])
    expect(readdirSync(folder.path)).toEqual([])
    folder.remove()
  })

  test('keeps its server from whatever is real, and from other machines', () => {
    const real = {
      ...{ SMTP_URL: 'smtp://mail.example.com', BACKUP_COMMAND: 'send' },
      ...{ BACKUP_DIR: '/backups', ADMIN_EMAIL: 'x@example.com', PORT: '4000' },
      HOST: '0.0.0.0',
    }
    const demo = { dataDir: '/demo', mailServer: 'smtp://127.0.0.1:2525' }
    expect(environmentOf(real, demo)).toEqual({
      ...{ PORT: '4000', DATA_DIR: '/demo', SMTP_URL: 'smtp://127.0.0.1:2525' },
      ...{ LOG_LEVEL: 'error', DRAIN_SECONDS: '0', JOURNAL_RESERVE_MB: '0' },
      EMBEDDED_AGE_NOTICE: 'off',
    })
  })
})
