import { execFile } from 'node:child_process'
import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { pathsIn } from '../../src/server/db/embedded/folders.ts'
import { until } from '../platforms/machine.ts'
import { stopCleanly } from '../platforms/product.ts'
import type { Differences } from './cures.ts'
import { makeRecordedCheckout } from './recorded-checkout.ts'
import { makeRecorder } from './recorder.ts'
import { type Recorded, readRecording } from './records.ts'
import { inodesBelow } from './simulated-disk.ts'

const sender = fileURLToPath(new URL('send-leads.ts', import.meta.url))

/** What happened on a disk. */
export type Recording = {
  /** A copy of the disk as it was before. */
  origin: string
  /** Its files' inodes while it was recorded. */
  inodes: Map<string, number>
  records: Recorded[]
}

/** The data folder, and the file with the names of the leads that were acknowledged, on the disk. */
export const names = { data: 'data', acknowledged: 'acknowledged' }

/** How many leads are sent in each phase. */
const counts = { stored: 90, waiting: 40, killed: 40 }

const recoveryMs = 30_000

/** A checkpoint, and another segment of the database's log. */
async function checkpoint(dataDir: string): Promise<void> {
  const host = realpathSync(pathsIn(dataDir).socket)
  const client = new Client({ host, user: 'breezeway', database: 'postgres' })
  await client.connect()
  await client.query('select pg_switch_wal()')
  await client.query('checkpoint')
  await client.end()
}

async function untilNobodyWaits({ url }: ServerProcess): Promise<void> {
  await until('all leads are stored', recoveryMs, async () => {
    const state = (await (await fetch(`${url}/readyz`)).json()) as {
      status: string
      leads: { waiting: number }
    }
    return state.status === 'ready' && state.leads.waiting === 0
  })
}

/**
 * Runs the product on a disk and records it: leads through its database, with checkpoints; leads
 * through the journal while the database cannot start, and their replay; a kill of the database under
 * load; the stop.
 */
export async function record(
  folder: string,
  differences: Partial<Differences>,
): Promise<Recording> {
  const disk = join(folder, 'disk')
  const origin = join(folder, 'origin')
  const dataDir = join(disk, names.data)
  mkdirSync(disk, { recursive: true })
  const recorder = makeRecorder(folder, disk)
  const checkout = makeRecordedCheckout(folder, recorder, differences)
  const start = (env: Record<string, string>) =>
    startServer(
      {
        ...{ DATA_DIR: dataDir, JOURNAL_RESERVE_MB: '1', LOG_LEVEL: 'error' },
        ...{ CONTACT_LIMIT_PER_MINUTE: '1000000', CONTACT_LIMIT_PER_HOUR: '1000000' },
        ...env,
      },
      { checkout: checkout.path },
    )
  await stopCleanly(await start({}), dataDir)
  await promisify(execFile)('cp', ['-a', disk, origin])
  const inodes = inodesBelow(disk)

  recorder.begin()
  const server = await start(recorder.env)
  const send = async (label: string, count: number) => {
    const args = [sender, server.url, label, String(count), join(disk, names.acknowledged)]
    const options = { env: { ...process.env, ...recorder.env } }
    const { stdout } = await promisify(execFile)(process.execPath, args, options)
    if (stdout) throw new Error(`${stdout}${server.stderr()}`)
  }
  try {
    await send('Stored', counts.stored / 3)
    await checkpoint(dataDir)
    await Promise.all([send('Stored in a checkpoint', counts.stored / 3), checkpoint(dataDir)])
    await send('Stored later', counts.stored / 3)

    checkout.holdDatabase()
    process.kill(postmasterOf(dataDir), 'SIGQUIT')
    await send('Waiting', counts.waiting)
    checkout.releaseDatabase()
    await untilNobodyWaits(server)

    const sending = send('Killed', counts.killed)
    await sleep(200)
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await sending
    await untilNobodyWaits(server)
    await stopCleanly(server, dataDir)
  } catch (error) {
    await server.end('SIGKILL')
    process.kill(postmasterOf(dataDir), 'SIGQUIT')
    throw error
  }
  return { origin, inodes, records: readRecording(recorder.log, disk) }
}
