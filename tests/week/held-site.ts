import { mock } from 'node:test'
import type { Client } from 'pg'
import type { Config } from '#/server/config/config.ts'
import { openDatabase, openSingleConnection } from '#/server/db/connect/client.ts'
import type { DatabaseLocation } from '#/server/db/database.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { cookiesOf } from '#tests/support/cookies-of.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'

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

/** What new connections to this database look names up in. */
const setPath = (change: string) => `
  do $$ begin
    execute format('alter role current_user in database %I ${change}', current_database());
  end $$`

const clockFunction = (name: string) => `
  create function held_clock.${name}() returns timestamptz language sql stable
  return (select at from held_clock.held)`

const hold = [
  'create schema held_clock',
  'create table held_clock.held (at timestamptz)',
  'insert into held_clock.held values (now())',
  clockFunction('now'),
  clockFunction('clock_timestamp'),
  setDefaults('now()', 'held_clock.now()'),
  // What the product's statements call `now()` is found here first.
  setPath('set search_path = held_clock, pg_catalog, public'),
]

/** Has new connections to the database of a client ask for a time. Returns the function that sets it. */
export async function holdClock(client: Client) {
  for (const statement of hold) await client.query(statement)
  return (at: Date) => client.query('update held_clock.held set at = $1', [at.toISOString()])
}

/** What a browser sends: nothing, JSON, the fields of a form, or pictures. */
export type Sent = {
  /** The address that it comes from. */
  from: string
  cookie?: string
  json?: object
  form?: Record<string, string>
  picture?: Buffer
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

async function bodyOf({ json, form, picture }: Sent) {
  if (json) return { payload: json }
  if (!form && !picture) return {}
  const fields = new FormData()
  if (picture) fields.append('photos', new Blob([new Uint8Array(picture)]), 'photo.jpg')
  const body = new Response(form ? new URLSearchParams(form) : fields)
  const type = body.headers.get('content-type') ?? ''
  return { payload: Buffer.from(await body.arrayBuffer()), type }
}

/**
 * Runs the product on a migrated database as if it were another time: its clock, and that of the database,
 * stand where they are set. Until it listens, none of its work in the background is done.
 */
export async function createHeldSite(location: DatabaseLocation, smtp: Config['smtp']) {
  const config = testConfig({ ...location, smtp })
  const { origin, host } = new URL(config.site.url)
  const { client, close } = await openSingleConnection(location, silentLogger)
  const setDatabaseTime = await holdClock(client)
  const database = await openDatabase(location, silentLogger)
  const app = await buildTestApp(database, { config })
  mock.timers.enable({ apis: ['Date'] })
  return {
    db: database.db,
    async setTime(at: Date) {
      await setDatabaseTime(at)
      mock.timers.setTime(at.getTime())
    },
    /** Starts what a server that listens does in the background. The timers go on as usual. */
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    /** Returns the answer: its status, its body, the data in it, and the cookie of a session that begins. */
    async send<Data>(method: Method, url: string, sent: Sent) {
      const { payload, type } = await bodyOf(sent)
      const answer = await app.inject({
        method,
        url,
        remoteAddress: sent.from,
        headers: { origin, host, cookie: sent.cookie ?? '', ...(type && { 'content-type': type }) },
        ...(payload && { payload }),
      })
      const isJson = /json/.test(String(answer.headers['content-type']))
      const said = (isJson ? answer.json() : {}) as { data: Data; code?: string }
      const cookie = cookiesOf(answer.headers['set-cookie'])
      return { code: '', ...said, status: answer.statusCode, body: answer.body, cookie }
    },
    async close() {
      mock.timers.reset()
      await app.close()
      await database.close()
      await close()
    },
  }
}

export type HeldSite = Awaited<ReturnType<typeof createHeldSite>>
