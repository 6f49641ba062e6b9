import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { createUser } from '#/server/accounts/users.ts'
import type { Manifest } from '#/server/backup/file/manifest.ts'
import { restoreBackup } from '#/server/backup/restore/restore-backup.ts'
import { guardUpgrade } from '#/server/backup/schedule/guard-upgrade.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { Database } from '#/server/db/database.ts'
import { buildTestApp, testConfig, testPassword } from '#tests/support/app-builder.ts'
import { cookiesOf } from '#tests/support/cookies-of.ts'
import { hashFully } from '#tests/support/quick-hashes.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { ownDatabases, within } from '../drill/rows.ts'
import { expectOneState } from './one-state.ts'

const files = globSync('*.backup', { cwd: import.meta.dirname })
const versions = files.map((file) => basename(file, '.backup'))

/** What an owner would miss. */
const counted = [
  ...['leads', 'lead_notes', 'deliveries', 'delivery_attempts', 'contractors'],
  ...['offers', 'ratings', 'users', 'notification_recipients', 'seo_records'],
]

/** The admin of the first version; the password is that of all tests. */
const owner = 'owner@example.com'

/** A webhook that said it is gone, and was stopped by that, and one that the owner disabled. */
const stoppedWebhook = `
  insert into webhooks (url, secret, is_active)
  values ('https://gone.example', '', false), ('https://off.example', '', false);
  update deliveries set channel = 'webhook', webhook_id = webhooks.id, state = 'failed',
    problem = 'The webhook’s address says that it is gone (410).'
  from webhooks where url = 'https://gone.example' and deliveries.lead_id = 1`

/** What an owner had set, in the tables of then. */
const olderSettings = `
  insert into offer_settings (is_automatic) values (true);
  insert into visitor_mail_settings (sends_received) values (true);
  insert into lead_source_settings (message) values ('From "our" site');
  insert into first_steps (backed_up_at, put_away_at) values (now(), now());
  insert into lead_retention (days) values (900) on conflict (id) do update set days = 900`

// What is stored was hashed so.
hashFully()

const databases = ownDatabases()

test('each version in the changelog has its data here, in a small file', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version)
  expect(versions.toSorted()).toEqual(released.toSorted())
  for (const file of files) {
    expect(statSync(join(import.meta.dirname, file)).size).toBeLessThan(200_000)
  }
})

async function countRows(db: Database, manifest: Manifest) {
  const counts: Record<string, number> = {}
  for (const { name } of manifest.tables.filter(({ name }) => counted.includes(name))) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int from ${sql.identifier(name)}`,
    )
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

/** Signs an admin in. Returns the function that reads with their session. */
async function readerOf(app: FastifyInstance, email: string) {
  const payload = { email, password: testPassword }
  const signedIn = await app.inject({ method: 'POST', url: api.signIn.path, payload })
  expect(signedIn.statusCode).toBe(200)
  const headers = { cookie: cookiesOf(signedIn.headers['set-cookie']) }
  return async (url: string) => {
    const response = await app.inject({ url, headers })
    expect(response.statusCode).toBe(200)
    return response.json().data
  }
}

/** What the first version has stored, read by its own owner. */
async function readFirst(app: FastifyInstance, db: Database): Promise<void> {
  await expectOneState(db)
  const ask = await readerOf(app, owner)
  expect(await ask(pathTo(api.lead, { leadId: 1 }))).toMatchObject({
    name: 'Maria Alvarez',
    isContacted: true,
    notes: [{ by: owner, text: expect.stringContaining('Gate code') }],
  })
  const found = await ask(`${api.leads.path}?q=klose`)
  expect(found).toMatchObject([{ name: 'Jürgen Klose', service: 'energy-efficiency' }])
  // Stored with the apostrophe of a phone.
  expect(await ask(`${api.leads.path}?q=o'connor`)).toMatchObject([{ name: 'Lena O’Connor' }])
  expect(await ask(pathTo(api.lead, { leadId: 1 }))).toMatchObject({
    referral: { outcome: 'done' },
  })
  expect(await ask(`${api.leads.path}?stage=done`)).toMatchObject([{ name: 'Maria Alvarez' }])
  // One had said that it is gone, and its owner has disabled the other.
  expect(await ask(api.webhooks.path)).toMatchObject([{ isActive: false }, { isActive: false }])
  expect(await ask(api.offerSettings.read.path)).toEqual({ isAutomatic: true })
  expect(await ask(api.visitorMails.read.path)).toEqual({ sendsMails: true })
  expect(await ask(api.leadSourceSettings.read.path)).toEqual({ message: 'From "our" site' })
  expect(await ask(api.retention.read.path)).toMatchObject({ days: 900 })
  // The owner has put the first steps away.
  const { buttons } = await ask(api.needs.path)
  expect(buttons).not.toContainEqual(expect.objectContaining({ path: api.changeFirstSteps.path }))
  const home = await app.inject({ url: '/', headers: { accept: 'text/html' } })
  expect(home.body).toContain('<title>Heating and cooling around Deltona</title>')
}

describe.each(versions)('the data of version %s', (version) => {
  test('is upgraded, and the product goes on with it', { tags: 'slow' }, async () => {
    const isFirst = version === '1.0.0'
    const path = join(import.meta.dirname, `${version}.backup`)
    const location = await databases.makeEmpty()
    const config = testConfig({ ...location })
    const order = { path, asItWas: true, location, logger: silentLogger }
    const manifest = await restoreBackup(order)
    if (isFirst) {
      await within(location, (client) => client.query(`${stoppedWebhook};${olderSettings}`))
    }
    const beforeUpgrade = guardUpgrade(config, silentLogger)
    const database = await openDatabase(location, silentLogger, { beforeUpgrade })
    const app = await buildTestApp(database, { config })
    try {
      const counts = await countRows(database.db, manifest)
      const expected = manifest.tables.filter(({ name }) => name in counts)
      expect(counts).toEqual(Object.fromEntries(expected.map(({ name, rows }) => [name, rows])))
      expect(counts.leads).toBeGreaterThan(10)
      const { db } = database
      const reader = { email: 'reader@example.com', password: testPassword, role: 'admin' } as const
      await createUser(db, reader)
      const ask = await readerOf(app, reader.email)
      expect(await ask(api.contractors.path)).toHaveLength(counts.contractors ?? 0)
      if (isFirst) await readFirst(app, db)
    } finally {
      await app.close()
      await database.close()
    }
  })
})
