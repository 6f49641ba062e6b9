/** @module-tag slow */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCertificate } from '#tests/support/certificate.ts'
import {
  startTlsPostgres,
  type TlsPostgresServer,
} from '#tests/support/database/tls-postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import type { DatabaseHandle } from '../database.ts'
import { isDatabaseAway } from '../failures.ts'
import { openDatabase } from './client.ts'
import { createHosts, splitHosts } from './hosts.ts'

const folder = temporaryFolder()
const trusted = { both: join(folder.path, 'both.pem'), first: join(folder.path, 'first.pem') }
let servers: [TlsPostgresServer, TlsPostgresServer]
let handle: DatabaseHandle | undefined

beforeAll(async () => {
  const certificates = [await makeCertificate(), await makeCertificate()] as const
  writeFileSync(trusted.both, certificates.map(({ cert }) => cert).join('\n'))
  writeFileSync(trusted.first, certificates[0].cert)
  servers = await Promise.all([
    startTlsPostgres(certificates[0]),
    startTlsPostgres(certificates[1]),
  ])
})
beforeEach(async () => {
  await setReadOnly(0, 'off')
  await setReadOnly(1, 'on')
})
afterEach(async () => {
  await handle?.close()
  handle = undefined
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.remove()))
  folder.remove()
})

async function setReadOnly(index: 0 | 1, value: 'on' | 'off') {
  const client = new Client(servers[index].connection)
  await client.connect()
  await client.query(`alter system set default_transaction_read_only = ${value}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

function urlOf(name: string, parameters: string): string {
  const hosts = servers.map(({ port }) => `${name}:${port}`).join(',')
  return `postgres://${servers[0].user}@${hosts}/postgres?${parameters}`
}

/** The port of the server that took a write, and whether over TLS. */
async function write({ db }: DatabaseHandle): Promise<unknown> {
  const answer = db.execute(sql`
    select current_setting('port')::int port, ssl, pg_logical_emit_message(true, 'test', '') is not null written
    from pg_stat_ssl where pid = pg_backend_pid()`)
  return answer.then(
    (result) => (result as unknown as { rows: unknown[] }).rows[0],
    (error) => (isDatabaseAway(error) ? 'away' : error),
  )
}
const writtenOn = (index: 0 | 1) => ({ port: servers[index].port, ssl: true, written: true })

test.each([
  ['localhost', 'sslmode=verify-full', 'both'],
  ['127.0.0.1', 'sslmode=verify-full', 'both'],
  ['localhost', 'sslmode=require', 'both'],
  ['localhost', 'sslmode=require&uselibpqcompat=true', undefined],
] as const)('writes follow the primary over TLS, of %s with %s', async (name, mode, known) => {
  const parameters = known ? `${mode}&sslrootcert=${trusted[known]}` : mode
  const databaseUrl = urlOf(name, parameters)
  const database = await openDatabase({ dataDir: '', databaseUrl }, silentLogger)
  handle = database
  expect(await write(database)).toEqual(writtenOn(0))
  await setReadOnly(0, 'on')
  await setReadOnly(1, 'off')
  await expect.poll(() => write(database)).toEqual(writtenOn(1))
})

test('a server whose certificate is not the one to trust is no writer', async () => {
  const urls = splitHosts(urlOf('localhost', `sslmode=verify-full&sslrootcert=${trusted.first}`))
  const { connection, findWriter } = createHosts(urls)
  await findWriter()
  expect(connection().connectionString).toBe(urls[0])
  await setReadOnly(1, 'off')
  await setReadOnly(0, 'on')
  await expect(findWriter()).rejects.toSatisfy(isDatabaseAway)
  expect(connection().connectionString).toBe(urls[0])
})
