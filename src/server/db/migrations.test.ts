import { expect, test } from 'vitest'
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

test('a migration behind a long transaction lets go of what it has, and is made once that is over', async () => {
  const { location, open } = await makeAfter(withOtherFunctions)
  await within(location, async (long) => {
    await long.query('begin; lock table ratings in row exclusive mode')
    const migrated = open()
    const waits = `select from pg_locks where not granted and relation = 'ratings'::regclass`
    await expect.poll(async () => (await long.query(waits)).rowCount).toBe(1)
    // By now it holds the leads, and what a request writes after its lead.
    await within(location, (visitor) =>
      visitor.query(`set lock_timeout = '5s'; begin;
        lock table leads, audit_entries in row exclusive mode; commit`),
    )
    await long.query('commit')
    await migrated
    const { rowCount } = await long.query(`select from pg_proc where proname = 'tell_of_rating'`)
    expect(rowCount).toBe(1)
  })
})
