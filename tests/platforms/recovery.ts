import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { pathsIn } from '../../src/server/db/embedded/folders.ts'
import { findStartupProcess } from '../../src/server/db/embedded/stuck-server.ts'
import { kill, type Machine, until } from './machine.ts'
import { assertStored, sendTaken, start, stopCleanly } from './product.ts'
import { assertTrue, startTold, type ToldSite, untilRemembered, untilSettled } from './told-site.ts'
import { beginVisits } from './visits.ts'

const recoveryLimitMs = 5_000
const listenLimitMs = 30_000
/** Long enough for the owner to be told without the database. */
const recoversForMs = 100_000
const visitEveryMs = 2_000

async function connectTo(dataDir: string): Promise<Client> {
  const host = realpathSync(pathsIn(dataDir).socket)
  const client = new Client({ host, user: 'breezeway', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  return client
}

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

/** Fills the log until just before the next checkpoint. */
async function fillUntil(client: Client, bytes: number): Promise<void> {
  for (let written = 0; written < bytes; ) {
    const { rows } = await client.query<{ bytes: string }>(
      `with added as (insert into filler (text) select repeat(md5(i::text), 20) from generate_series(1, 5000) i)
      select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()`,
    )
    written = Number(rows[0]?.bytes)
  }
}

/** PostgreSQL is killed when as much as possible has to be read again from its write-ahead log. */
export async function recovery(machine: Machine): Promise<string> {
  const dataDir = machine.folder()
  const server = await start({ dataDir })
  const client = await connectTo(dataDir)
  const bytes = await fillLog(client)
  const name = await sendTaken(server, 'Before')
  await fillUntil(client, 0.9 * bytes)
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

/** Ends all at once, as a power cut does, and holds PostgreSQL where it reads its log again. */
async function startHeld(site: ToldSite): Promise<{ startup: number; ms: number }> {
  const { dataDir } = site.installation
  kill(site.server.pid, 'SIGKILL')
  kill(postmasterOf(dataDir), 'SIGKILL')
  await site.server.end('SIGKILL')
  const since = performance.now()
  const starting = start(site.installation)
  let startup: number | undefined
  await until('the process that recovers', 20_000, () => {
    startup = findStartupProcess(postmasterOf(dataDir))
    return startup !== undefined && kill(startup, 'SIGSTOP')
  })
  site.server = await starting
  return { startup: startup ?? 0, ms: performance.now() - since }
}

/** After a power cut PostgreSQL recovers for longer than a minute. Visitors are served meanwhile. */
export async function longRecovery(machine: Machine): Promise<string> {
  const { site } = await startTold(machine)
  await untilRemembered(site)
  const { dataDir } = site.installation
  const client = await connectTo(dataDir)
  await fillUntil(client, 0.9 * (await fillLog(client)))
  const { startup, ms } = await startHeld(site)
  if (ms > listenLimitMs) throw new Error(`the site listened after ${Math.round(ms / 1000)} s`)
  const postmaster = postmasterOf(dataDir)
  const visits = beginVisits(site.server, visitEveryMs)
  await sleep(recoversForMs)
  if (postmasterOf(dataDir) !== postmaster) throw new Error('a PostgreSQL that recovers was ended')
  kill(startup, 'SIGCONT')
  const seen = await visits.end()
  await untilSettled(site)
  const outcome = await assertTrue(site, seen)
  await stopCleanly(site.server, dataDir)
  return `the site listens after ${Math.round(ms / 1000)} s; ${outcome}`
}
