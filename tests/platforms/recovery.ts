import { realpathSync } from 'node:fs'
import { Client } from 'pg'
import { pathsIn } from '../../src/server/db/embedded/folders.ts'
import { postmasterOf } from '../postgres-server.ts'
import { kill, type Machine, until } from './machine.ts'
import { assertStored, sendTaken, start, stopCleanly } from './product.ts'

const recoveryLimitMs = 5_000

/** Writes as much of the write-ahead log as may lie between two checkpoints. */
async function fillLog(client: Client): Promise<number> {
  const bytesSinceCheckpoint = async () => {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()',
    )
    return Number(rows[0]?.bytes)
  }
  await client.query('checkpoint')
  await client.query('create table filler (id bigserial primary key, text text)')
  let most = 0
  for (let last = 0; ; last = most) {
    await client.query(
      `insert into filler (text) select repeat(md5(i::text), 20) from generate_series(1, 5000) i`,
    )
    most = Math.max(most, await bytesSinceCheckpoint())
    // A checkpoint by size has come: there is never more than this.
    if (most === last) return most
  }
}

/** PostgreSQL is killed when as much as possible has to be read again from its write-ahead log. */
export async function recovery(machine: Machine): Promise<string> {
  const dataDir = machine.folder()
  const server = await start({ dataDir })
  const client = new Client({
    host: realpathSync(pathsIn(dataDir).socket),
    user: 'breezeway',
    database: 'postgres',
  })
  client.on('error', () => {})
  await client.connect()
  const bytes = await fillLog(client)
  const name = await sendTaken(server, 'Before')
  // Until just before the next checkpoint.
  for (let written = 0; written < 0.9 * bytes; ) {
    const { rows } = await client.query<{ bytes: string }>(
      `with added as (insert into filler (text) select repeat(md5(i::text), 20) from generate_series(1, 5000) i)
      select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()`,
    )
    written = Number(rows[0]?.bytes)
  }
  const killedAt = performance.now()
  kill(postmasterOf(dataDir), 'SIGKILL')
  await until('the database', 60_000, async () => {
    const answer = await fetch(`${server.url}/readyz`).catch(() => undefined)
    const text = (await answer?.text()) ?? ''
    return performance.now() - killedAt > 500 && answer?.ok === true && !text.includes('degraded')
  })
  const ms = performance.now() - killedAt
  await assertStored(dataDir, [name])
  await stopCleanly(server, dataDir)
  const megabytes = Math.round(bytes / 1e6)
  const said = `back ${(ms / 1000).toFixed(1)} s after a kill, with up to ${megabytes} MB to read again`
  if (ms > recoveryLimitMs) throw new Error(said)
  return said
}
