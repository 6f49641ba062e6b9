/** @module-tag slow */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { buildTestApp, signInAs, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { fillDemo } from '../../scripts/demo-data.ts'

describeOnDatabase('a demo', ({ handle, location }) => {
  test('shows every part of the office, tells of the past, and of nobody who exists', async () => {
    const config = testConfig()
    const { signal } = new AbortController()
    await fillDemo({ ...config, ...location() }, 'orange grove in the rain', signal)
    const { db } = handle()
    const count = async (from: string) => {
      const { rows } = await db.execute<{ count: number }>(
        sql.raw(`select count(*)::int "count" from ${from}`),
      )
      return rows[0]?.count ?? 0
    }
    for (const from of [
      ...['open', 'accepted', 'declined'].map((state) => `offers where state = '${state}'`),
      ...['matched', 'done', 'lost'].map((stage) => `referrals where stage = '${stage}'`),
      ...['sent', 'failed'].map((state) => `deliveries where state = '${state}'`),
      ...['fee', 'payment'].map((kind) => `ledger_entries where kind = '${kind}'`),
      ...['noted', 'photo-added', 'mail-left', 'cancelled'].map(
        (kind) => `lead_events where kind = '${kind}'`,
      ),
      ...['leads where is_quarantined', 'leads where not is_contacted', 'phone_taps'],
      ...['referrals where snooze is not null', 'ratings where published_at is not null'],
      'lead_events where tells is not null',
      ...['ratings where published_at is null', 'audit_entries', 'seo_revisions'],
    ]) {
      expect(await count(from), from).toBeGreaterThan(0)
    }
    for (const column of ['leads.created_at', 'lead_events.at', 'offers.offered_at']) {
      const [table = ''] = column.split('.')
      expect(await count(`${table} where ${column} > now()`), column).toBe(0)
    }
    expect(await count(`leads where created_at < now() - interval '100 days'`)).toBeGreaterThan(0)
    const others = `where email !~ '@example[.](com|org)$'`
    expect(
      await count(`(select email from leads union all select email from contractors) ${others}`),
    ).toBe(0)
    // The rules hold again.
    await expect(db.execute(sql`delete from ledger_entries`)).rejects.toThrow()
    await expect(db.execute(sql`delete from audit_entries`)).rejects.toThrow()

    const app = await buildTestApp(handle(), { config })
    const headers = { cookie: await signInAs(app, db, 'admin') }
    for (const url of [
      `${api.results.path}?days=90`,
      api.money.path,
      api.contractors.path,
      api.needs.path,
    ]) {
      expect((await app.inject({ url, headers })).statusCode, url).toBe(200)
    }
    const home = (await app.inject('/')).body
    expect(home).toContain('Came the same evening')
    await app.close()
  })
})

const script = join(import.meta.dirname, '../../scripts/demo.ts')
const env = { PATH: process.env.PATH ?? '', PORT: '0' }

test('ends, and leaves nothing, when the window of its terminal is closed', async () => {
  const folder = temporaryFolder()
  const running = spawn(process.execPath, [script], {
    env: { ...env, TMPDIR: folder.path },
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
