import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#/server/db/connect/client.ts'
import {
  type Digests,
  digestTables,
  fillEveryTable,
  ownDatabases,
  within,
} from '#tests/drill/rows.ts'
import { fillDataFolder } from '#tests/support/database/data-folder.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import type { DatabaseLocation } from '../../db/database.ts'
import { leftOut } from '../make/list-tables.ts'
import { makeBackup } from '../make/make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const leads = 400
const logger = silentLogger
/** The counters; and tables that a restore leaves empty, or adds to. */
const asideFrom = [...leftOut, 'sessions', 'audit_entries', 'of_the_owner']

const folder = suiteFolder()
const embedded = { dataDir: join(folder.path, 'first') }
let source: Digests
const databases = ownDatabases()
beforeAll(async () => {
  fillDataFolder(embedded.dataDir)
  source = await within(embedded, async (client) => {
    await fillEveryTable(client, leads)
    await client.query('create table of_the_owner as select 1')
    return digestTables(client, asideFrom)
  })
})

let made = 0
async function backUp(location: DatabaseLocation) {
  made += 1
  const path = join(folder.path, `${made}.backup`)
  return makeBackup({ path, location, logger })
}

const restore = (path: string, location: DatabaseLocation) =>
  restoreBackup({ path, location, logger })

test('every table comes back as it was: from the embedded database to PostgreSQL, and back', async () => {
  expect(Object.entries(source).filter(([, digest]) => digest.startsWith('0 '))).toEqual([])
  const first = await backUp(embedded)
  expect(statSync(first.path).mode & 0o777).toBe(0o600)
  const postgres = await databases.makeEmpty()
  await restore(first.path, postgres)
  expect(await within(postgres, (client) => digestTables(client, asideFrom))).toEqual(source)

  const second = await backUp(postgres)
  const other = { dataDir: join(folder.path, 'second') }
  await restore(second.path, other)
  await within(other, async (client) => {
    expect(await digestTables(client, asideFrom)).toEqual(source)
    const { rows } = await client.query('select who, subject from audit_entries order by id desc')
    expect(rows[0]).toEqual({
      who: 'Someone at the terminal',
      subject: `the backup of ${second.manifest.madeAt}`,
    })
    expect((await client.query('select from sessions')).rowCount).toBe(0)
  })
})

test('a restore that fails leaves the database empty', { tags: 'slow' }, async () => {
  const { path } = await backUp(embedded)
  const location = await databases.makeEmpty()
  const finish = () => Promise.reject(new Error('it was stopped'))
  await expect(restoreBackup({ path, location, logger, finish })).rejects.toThrow('stopped')
  await restore(path, location)
})

test('the site goes on where it was: numbers, counts and rules', {
  tags: 'slow',
}, async () => {
  const { path } = await backUp(embedded)
  const postgres = await databases.makeEmpty()
  await restore(path, postgres)
  const schemaOf = (location: DatabaseLocation) =>
    within(location, async (client) => {
      const { rows } = await client.query(
        `select indexdef line from pg_indexes where schemaname = 'public'
         union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
           where connamespace = 'public'::regnamespace
         union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal order by 1`,
      )
      return rows.map(({ line }) => line)
    })
  expect(await schemaOf(postgres)).toEqual(await schemaOf(embedded))
  const { db, close } = await openDatabase(postgres, logger)
  try {
    const insert = `insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service)
      values ('new', 'new', 'New', 'new@example.com', '1', '1', 'ac-repair') returning id`
    const { rows } = await db.execute<{ id: string }>(insert)
    expect(Number(rows[0]?.id)).toBe(5000 + leads + 1)
    await expect(db.execute('delete from audit_entries')).rejects.toThrow()
  } finally {
    await close()
  }
})

test('nothing is left of a backup that cannot be made', { tags: 'slow' }, async () => {
  const empty = join(folder.path, 'empty')
  await expect(backUp({ dataDir: empty })).rejects.toThrow('There’s nothing to back up')
  const newer = await databases.makeMigrated()
  await within(newer, (client) =>
    client.query('update drizzle.__drizzle_migrations set created_at = created_at + 1'),
  )
  await expect(backUp(newer)).rejects.toThrow('from a newer version of this product')
  const { path } = await backUp(embedded)
  await expect(makeBackup({ path, location: embedded, logger })).rejects.toThrow(
    `There’s already a file ${path}.`,
  )
  expect(readdirSync(folder.path).filter((name) => name.includes('unfinished'))).toEqual([])
})
