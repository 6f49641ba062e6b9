/** @module-tag slow */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from '#/server/db/migrations.ts'
import { firstPending, makeEarlierDatabase } from '#tests/support/database/earlier-database.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { startWithDatabase } from '#tests/support/server-process.ts'
import { ownDatabases, within } from '../drill/rows.ts'

const folder = suiteFolder()
const databases = ownDatabases()

const leads = 30

test('two processes of a new version start on the data of an earlier one, which is backed up once', async () => {
  const location = await databases.makeEmpty()
  await within(location, (client) => makeEarlierDatabase(client, leads))
  const BACKUP_DIR = join(folder.path, 'backups')
  mkdirSync(BACKUP_DIR)
  const start = (name: string) =>
    startWithDatabase({
      DATA_DIR: join(folder.path, name),
      DATABASE_URL: location.databaseUrl ?? '',
      BACKUP_DIR,
    })
  const servers = await Promise.all([start('one'), start('two')])
  for (const { url } of servers) expect((await fetch(url)).status).toBe(200)
  const log = servers.map(({ stderr }) => stderr()).join('')
  expect(log.match(/a backup was made and tested before the upgrade/g)).toHaveLength(1)
  for (const server of servers) expect(await server.end('SIGTERM')).toBe(0)
  expect(readdirSync(BACKUP_DIR)).toEqual([
    expect.stringMatching(new RegExp(`^breezeway-before-${firstPending}-.*\\.backup$`)),
  ])
  await within(location, async (client) => {
    const { rows } = await client.query(
      'select count(*)::int, (select count(*)::int from drizzle.__drizzle_migrations) migrations from leads',
    )
    // The last line is that of the functions.
    expect(rows).toEqual([{ count: leads, migrations: readMigrations().length + 1 }])
  })
})
