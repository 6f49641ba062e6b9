import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, embeddedIn } from '#tests/support/database/ask-database.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { readReadiness } from '#tests/support/server-process.ts'
import { makeDisk } from './disk.ts'
import { assertStored, sendTaken, start, stopCleanly, thisCheckout } from './product.ts'
import { assertTrue, startTold, type ToldSite, untilSettled } from './told-site.ts'
import { beginVisits } from './visits.ts'

const diskMegabytes = 320
const fullForMs = 8_000
const visitEveryMs = 500
/** The product says so soon that the database stores nothing, and is well so soon after it is mended. */
const toldLimitMs = 10_000
const recoveryLimitMs = 30_000

/** The line in the product's log when PostgreSQL could not begin a new segment of its log. */
const logPanic = /"level":50.*"part":"postgres".*pg_wal.*No space left/

/** Fills the disk until it takes no more. */
function fill(ballast: string): void {
  for (const size of [1_000_000, 4_096, 1]) {
    try {
      for (const bytes = Buffer.alloc(size, 'x'); ; ) appendFileSync(ballast, bytes)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

/** Fills the disk again whenever space becomes free, and all segments of the log that PostgreSQL has. */
async function keepFull({ installation }: ToldSite, ballast: string): Promise<void> {
  const message = `select pg_logical_emit_message(false, '', repeat('x', 1000000))`
  const writeLog = `${message} from generate_series(1, 100)`
  for (let passed = 0; passed < fullForMs; passed += 500) {
    fill(ballast)
    const writing = (async () => ask(embeddedIn(installation.dataDir), writeLog))()
    await Promise.all([writing.catch(() => {}), sleep(500)])
  }
}

/** A site that starts on a full disk serves visitors, and stores what they send when there is space. */
async function startOnFullDisk(machine: Machine): Promise<void> {
  const disk = join(machine.folder(0o755), 'disk')
  await machine.mount(disk, '-t', 'tmpfs', '-o', 'size=160m', 'none')
  const [dataDir, ballast] = [join(disk, 'data'), join(disk, 'ballast')]
  const installation = { dataDir, env: { JOURNAL_RESERVE_MB: '16' } }
  const first = await start({ ...installation, withDatabase: true })
  await sendTaken(first, 'Before')
  await stopCleanly(first, dataDir)
  fill(ballast)
  const script = ['scripts/user.ts', 'create', 'ana@site.example', 'admin']
  const { stderr } = spawnSync(process.execPath, script, {
    ...{ cwd: thisCheckout, input: '', encoding: 'utf8' },
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  if (!/^The embedded PostgreSQL did not start: .*No space left on device/m.test(stderr))
    throw new Error(`a command on a full disk said: ${stderr}`)
  const again = await start(installation)
  const name = await sendTaken(again, 'On A Full Disk')
  rmSync(ballast)
  await waitUntil('the database is back', () => again.stdout().includes('The database is back'))
  const isStored = async () => (await assertStored(dataDir, [name])) === undefined
  await waitUntil('the request is stored', isStored, recoveryLimitMs)
  await stopCleanly(again, dataDir)
}

/** The disk fills up while visitors send requests, and is then emptied again, without a restart. */
export async function diskFull(machine: Machine): Promise<string> {
  const disk = await makeDisk(machine, diskMegabytes)
  const { site } = await startTold(machine, { dataDir: join(disk.path, 'data') })
  const { server, installation } = site
  const ballast = join(disk.path, 'ballast')
  // What is sent again while nothing can be stored or looked up is refused, whatever became of the first.
  const visits = beginVisits(server, visitEveryMs, { sendings: 1, mayRefuse: true })
  let slowestMs = 0
  for (let round = 0; round < 2; round += 1) {
    await keepFull(site, ballast)
    const saysSo = async () => {
      const { status, database } = await readReadiness(server.url)
      return status !== 'ready' && database !== 'ready'
    }
    await waitUntil('/readyz says that the database stores nothing', saysSo, toldLimitMs)
    rmSync(ballast)
    const since = Date.now()
    const isBack = async () => (await readReadiness(server.url)).database === 'ready'
    await waitUntil('the database is back', isBack, recoveryLimitMs)
    slowestMs = Math.max(slowestMs, Date.now() - since)
  }
  const seen = await visits.end()
  await untilSettled(site)
  const outcome = await assertTrue(site, seen)
  await stopCleanly(server, installation.dataDir)
  await startOnFullDisk(machine)
  if (!logPanic.test(server.stderr())) throw new Error('the log never ran out of space')
  return `the database was back at most ${slowestMs / 1000} s after there was room; ${outcome}`
}
