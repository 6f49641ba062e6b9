import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, embeddedIn } from '#tests/support/ask-database.ts'
import type { Machine } from '#tests/support/machine.ts'
import { waitUntil } from '#tests/support/wait.ts'
import { type Disk, makeDisk } from './disk.ts'
import { stopCleanly } from './product.ts'
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
function fill(ballast: string, disk: Disk): void {
  const file = openSync(ballast, 'a')
  try {
    for (const size of [1_000_000, 4_096]) {
      const bytes = randomBytes(size)
      while (disk.freeBytes() >= size) writeSync(file, bytes)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

/** Fills the disk again whenever space becomes free, and all segments of the log that PostgreSQL has. */
async function keepFull({ installation }: ToldSite, ballast: string, disk: Disk): Promise<void> {
  const message = `select pg_logical_emit_message(false, '', repeat('x', 1000000))`
  const writeLog = `${message} from generate_series(1, 100)`
  for (let passed = 0; passed < fullForMs; passed += 500) {
    fill(ballast, disk)
    const writing = (async () => ask(embeddedIn(installation.dataDir), writeLog))()
    await Promise.all([writing.catch(() => {}), sleep(500)])
  }
}

/** The disk fills up while visitors send requests, and is then emptied again, without a restart. */
export async function diskFull(machine: Machine): Promise<string> {
  const disk = await makeDisk(machine, diskMegabytes)
  const { site } = await startTold(machine, { dataDir: join(disk.path, 'data') })
  const { server, installation } = site
  const readStatus = async () => {
    const answer = await (await fetch(`${server.url}/readyz`)).json()
    return answer as { status: string; database: string }
  }
  const ballast = join(disk.path, 'ballast')
  const visits = beginVisits(server, visitEveryMs)
  let slowestMs = 0
  for (let round = 0; round < 2; round += 1) {
    await keepFull(site, ballast, disk)
    const saysSo = async () => {
      const { status, database } = await readStatus()
      return status !== 'ready' && database !== 'ready'
    }
    await waitUntil('/readyz says that the database stores nothing', saysSo, toldLimitMs)
    rmSync(ballast)
    const since = Date.now()
    const isBack = async () => (await readStatus()).database === 'ready'
    await waitUntil('the database is back', isBack, recoveryLimitMs)
    slowestMs = Math.max(slowestMs, Date.now() - since)
  }
  const seen = await visits.end()
  await untilSettled(site)
  const outcome = await assertTrue(site, seen)
  await stopCleanly(server, installation.dataDir)
  if (!logPanic.test(server.stderr())) throw new Error('the log never ran out of space')
  return `the database was back at most ${slowestMs / 1000} s after there was room; ${outcome}`
}
