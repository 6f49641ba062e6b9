import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { openSingleConnection } from '#/server/db/connect/client.ts'
import type { Database, DatabaseLocation } from '#/server/db/database.ts'
import * as schema from '#/server/db/tables/schema.ts'

/** Columns that get the time by themselves ask this schema's clock for it, or the server's again. */
const setDefaults = (from: string, to: string) => `
  do $$
  declare found record;
  begin
    for found in
      select attrelid::regclass as place, attname from pg_attrdef
        join pg_attribute on attrelid = adrelid and attnum = adnum
      where pg_get_expr(adbin, adrelid) = '${from}'
    loop
      execute format('alter table %s alter column %I set default ${to}', found.place, found.attname);
    end loop;
  end $$`

const clock = (name: string) => `
  create function held_clock.${name}() returns timestamptz language sql stable
  return current_setting('held_clock.at')::timestamptz`

const hold = [
  'create schema held_clock',
  clock('now'),
  clock('clock_timestamp'),
  setDefaults('now()', 'held_clock.now()'),
  // What the product's statements call `now()` is found here first.
  'set search_path = held_clock, pg_catalog, public',
  // The folder is thrown away whatever happens.
  'set synchronous_commit = off',
]

const release = [
  'reset search_path',
  setDefaults('held_clock.now()', 'pg_catalog.now()'),
  'drop schema held_clock cascade',
]

async function runAll(client: Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

/** A database whose clock stands where it is set. */
export type HeldDatabase = { db: Database; setTime: (at: Date) => Promise<void> }

/**
 * Lets the product's own functions fill a database as if it were another time: on one connection, on
 * which the database's clock is held. Nothing else may use the database meanwhile. Afterwards it is as
 * it was, but for what was stored.
 */
export async function withHeldClock<Result>(
  location: DatabaseLocation,
  logger: FastifyBaseLogger,
  run: (held: HeldDatabase) => Promise<Result>,
): Promise<Result> {
  const { client, close } = await openSingleConnection(location, logger)
  const setTime = async (at: Date) => {
    await client.query(`select set_config('held_clock.at', $1, false)`, [at.toISOString()])
  }
  try {
    await setTime(new Date())
    await runAll(client, hold)
    const result = await run({ db: drizzle(client, { schema }), setTime })
    await runAll(client, release)
    return result
  } finally {
    await close()
  }
}
