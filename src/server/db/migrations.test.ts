import type { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#/server/db/connect/client.ts'
import { ownDatabases, within } from '#tests/drill/rows.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { SchemaTooNew, SchemaTooOld } from './failures.ts'

const databases = ownDatabases()

/** A database of this version, after a statement. */
async function makeAfter(statement: string) {
  const location = await databases.makeMigrated()
  await within(location, (client) => client.query(statement))
  return { location, open: async () => (await openDatabase(location, silentLogger)).close() }
}

test.each([
  ['that a later version has changed', 'created_at + 1', new SchemaTooNew()],
  ['that no migration leads on from', 'created_at / 2', new SchemaTooOld()],
])('a database %s is refused', async (_, created, error) => {
  const { open } = await makeAfter(
    `update drizzle.__drizzle_migrations set created_at = ${created}`,
  )
  await expect(open()).rejects.toThrow(error)
})

const withOtherFunctions = `drop function tell_of_rating cascade;
  update drizzle.__drizzle_migrations set hash = 'of another version'
  where id = (select max(id) from drizzle.__drizzle_migrations)`

test('functions of another version are replaced, also where no migration is pending, and an owner’s view and grant stay', async () => {
  const { location, open } = await makeAfter(`grant select on leads to public;
    create view calls as select phone from leads; ${withOtherFunctions}`)
  await open()
  await within(location, async (client) => {
    const { rowCount } = await client.query(`select from pg_proc where proname = 'tell_of_rating'`)
    expect(rowCount).toBe(1)
    const { rows } = await client.query(`
      select has_table_privilege('public', 'leads', 'select') may, count(*)::int calls from calls`)
    expect(rows).toEqual([{ may: true, calls: 0 }])
  })
})

/** Waits until a lock of this mode is waited for on the leads, for so long. */
const untilLeadsAwaited = (client: Client, mode: string, seconds = 0) =>
  vi.waitFor(
    async () => {
      const { rowCount } = await client.query(
        `select from pg_locks where not granted and relation = 'leads'::regclass and mode = $1
         and clock_timestamp() - waitstart > $2 * interval '1 second'`,
        [mode, seconds],
      )
      expect(rowCount).toBe(1)
    },
    { timeout: 20_000 },
  )

test('a migration and a visitor’s request that wait for each other both come through', async () => {
  const { location, open } = await makeAfter(withOtherFunctions)
  await within(location, async (earlier) => {
    await earlier.query('begin; lock table leads in row exclusive mode')
    const migrated = open()
    await untilLeadsAwaited(earlier, 'ExclusiveLock')
    await within(location, async (visitor) => {
      await visitor.query('begin; lock table audit_entries in row exclusive mode')
      const stored = visitor.query('lock table leads in row exclusive mode; commit')
      // Who waits looks once whether others wait in turn, after a second, and is ended if they do. The
      // request has looked by now and the migration has not, so that is the one to find out.
      await untilLeadsAwaited(earlier, 'RowExclusiveLock', 2)
      await earlier.query('commit')
      await stored
    })
    await migrated
    const { rowCount } = await earlier.query(`select from pg_proc where proname = 'tell_of_rating'`)
    expect(rowCount).toBe(1)
    const deadlocks =
      'select deadlocks::int from pg_stat_database where datname = current_database()'
    await expect.poll(async () => (await earlier.query(deadlocks)).rows).toEqual([{ deadlocks: 1 }])
  })
})

test('a migration keeps no request waiting that has locked its lead before', async () => {
  const { location, open } = await makeAfter(withOtherFunctions)
  await within(location, async (client) => {
    await client.query(`set lock_timeout = '500ms'; begin; lock table leads in row exclusive mode`)
    const migrated = open()
    await untilLeadsAwaited(client, 'ExclusiveLock')
    await client.query('lock table audit_entries, referrals, offers in row exclusive mode; commit')
    await migrated
  })
})
