import { mock } from 'node:test'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { buildApp } from '#/server/app.ts'
import type { Config } from '#/server/config/config.ts'
import { openDatabase, openSingleConnection } from '#/server/db/connect/client.ts'
import type { Database } from '#/server/db/database.ts'
import { createRenderer } from '#/server/render/renderer.ts'

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

const release = [
  setPath('reset search_path'),
  setDefaults('held_clock.now()', 'pg_catalog.now()'),
  'drop schema held_clock cascade',
]

async function runAll(client: Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

/** Has new connections to the database of a client ask for the time that is set by it. */
export async function holdClock(client: Client) {
  await runAll(client, hold)
  return {
    setTime: (at: Date) => client.query('update held_clock.held set at = $1', [at.toISOString()]),
    letGo: () => runAll(client, release),
  }
}

/** What a browser sends: nothing, JSON, the fields of a form, or pictures. */
export type Sent = {
  /** The address that it comes from. */
  from: string
  cookie?: string
  userAgent?: string
  json?: object
  form?: Record<string, string>
  picture?: Buffer
}

/** An answer: its status, its body, the data in it, and the cookie of a session that begins. */
export type Answer<Data> = {
  status: number
  code: string
  body: string
  data: Data
  cookie: string
}

/** What a request does. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The product, whose clock and whose database's clock stand where they are set. */
export type HeldSite = {
  db: Database
  setTime: (at: Date) => Promise<void>
  /** Starts what a server that listens does in the background. The timers go on as usual. */
  listen: () => Promise<void>
  send: <Data>(method: Method, url: string, sent: Sent) => Promise<Answer<Data>>
}

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
 * Runs the product as if it were another time, and hands over what sends it requests. Until it
 * listens, none of its work in the background is done. Nothing else may use the database
 * meanwhile; afterwards it is as it was, but for what was stored.
 */
export async function withHeldSite(
  config: Config,
  logger: Logger,
  run: (site: HeldSite) => Promise<void>,
): Promise<void> {
  // A busy machine is no reason for a request to wait in the journal.
  const patient = { ...config, storeWithinMs: 15_000, auditWithinMs: 15_000 }
  const { origin, host } = new URL(config.site.url)
  // Migrations must not run while names are looked up elsewhere.
  await (await openDatabase(config, logger)).close()
  const { client, close } = await openSingleConnection(config, logger)
  const clock = await holdClock(client)
  const database = await openDatabase(config, logger)
  const renderer = await createRenderer({ site: config.site, isDevelopment: false })
  const app = await buildApp({ config: patient, database, logger, renderer })
  mock.timers.enable({ apis: ['Date'] })
  try {
    await run({
      db: database.db,
      async setTime(at) {
        await clock.setTime(at)
        mock.timers.setTime(at.getTime())
      },
      async listen() {
        await app.listen({ host: '127.0.0.1', port: 0 })
      },
      async send(method, url, sent) {
        const { payload, type } = await bodyOf(sent)
        const { from: remoteAddress, userAgent = '' } = sent
        const headers = {
          origin,
          host,
          cookie: sent.cookie ?? '',
          'user-agent': userAgent,
          ...(type && { 'content-type': type }),
        }
        const answer = await app.inject({
          method,
          url,
          remoteAddress,
          headers,
          ...(payload && { payload }),
        })
        const isJson = /json/.test(String(answer.headers['content-type']))
        const { data, code = '' } = (isJson && answer.json()) || {}
        const [first = ''] = [answer.headers['set-cookie'] ?? []].flat()
        const [cookie = ''] = first.split(';')
        return { status: answer.statusCode, code, body: answer.body, data, cookie }
      },
    })
  } finally {
    mock.timers.reset()
    await app.close()
    await database.close()
    await clock.letGo().finally(close)
  }
}
