import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { type Disk, makeDisk } from './disk.ts'
import { type Machine, until } from './machine.ts'
import { assertStored, send, start, stopCleanly } from './product.ts'

const diskMegabytes = 320
const senders = 6
/** Bytes that are left free for the write-ahead log, which grows in steps of 16 MB. */
const freeBytesForLog = 24_000_000
const fullForMs = 8_000
const pageLimitMs = 2_000
const readinessLimitMs = 5_000
const recoveryLimitMs = 30_000
/** Whatever keeps requests from being stored is told so soon. */
const toldLimitMs = 10_000
/** Thousands of requests may wait in the journal. */
const storeLimitMs = 120_000

/** The line in the product's log when PostgreSQL could not begin a new segment of its log. */
const logPanic = /"level":50.*"part":"postgres".*pg_wal.*No space left/

/** What has happened so far. All loops add to it, and end when `isOver` is set. */
type Progress = {
  isOver: boolean
  taken: string[]
  refused: number
  /** When a request was last taken and last refused, by `Date.now`. */
  takenAt: number
  refusedAt: number
  problems: string[]
}

/** Sends long requests one after the other. They fill the write-ahead log. */
async function sendRepeatedly(
  server: ServerProcess,
  label: string,
  progress: Progress,
): Promise<void> {
  for (let i = 0; !progress.isOver; i += 1) {
    const name = `${label} ${i}`
    const message = randomBytes(4_500).toString('base64')
    const status = await send(server, name, message).catch((error: Error) => error.message)
    if (status === 201) {
      progress.taken.push(name)
      progress.takenAt = Date.now()
    } else if (status === 503) {
      progress.refused += 1
      progress.refusedAt = Date.now()
      await sleep(50)
    } else {
      progress.problems.push(`a request was answered ${status}`)
    }
  }
}

/** Requests a path again and again. Each answer must come in time, with an expected status. */
async function requestRepeatedly(
  { url }: ServerProcess,
  { path, limitMs, expected }: { path: string; limitMs: number; expected: number[] },
  progress: Progress,
): Promise<void> {
  for (; !progress.isOver; await sleep(200)) {
    try {
      const { status } = await fetch(url + path, { signal: AbortSignal.timeout(limitMs) })
      if (!expected.includes(status)) progress.problems.push(`${path} was answered ${status}`)
    } catch (error) {
      progress.problems.push(`${path}: ${(error as Error).message}`)
    }
  }
}

/** What the product says of its database, and how many requests wait for it. */
async function readState({ url }: ServerProcess) {
  const answer = await (await fetch(`${url}/readyz`)).json()
  type State = { status: string; database: string; leads: { waiting: number } }
  const { status, database, leads } = answer as State
  return { status, database, waiting: leads.waiting }
}

/** Fills the disk until only `leave` bytes are free. */
function fill(ballast: string, disk: Disk, leave = 0): void {
  const file = openSync(ballast, 'a')
  try {
    for (const size of [1_000_000, 4_096]) {
      const bytes = randomBytes(size)
      while (disk.freeBytes() - size >= leave) writeSync(file, bytes)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

/** Leaves so little space that the next segment of the log does not fit. Soon no write succeeds. */
async function fillByLog(ballast: string, disk: Disk, progress: Progress): Promise<void> {
  fill(ballast, disk, freeBytesForLog)
  const before = Date.now()
  await until('the log fills the disk', 90_000, () => progress.refusedAt > before)
  await sleep(fullForMs)
}

/** Fills all free space at once, and again whenever space becomes free. */
async function fillAtOnce(ballast: string, disk: Disk, progress: Progress): Promise<void> {
  const before = Date.now()
  for (let passed = 0; passed < fullForMs; passed += 100) {
    fill(ballast, disk)
    await sleep(100)
  }
  if (progress.refusedAt < before)
    progress.problems.push('no request was refused while the disk was full')
}

/** The disk fills up under load and is then emptied again, four times, without a restart. */
export async function diskFull(machine: Machine): Promise<string> {
  const disk = await makeDisk(machine, diskMegabytes)
  const dataDir = join(disk.path, 'data')
  const ballast = join(disk.path, 'ballast')
  const server = await start({ dataDir })
  const progress: Progress = {
    ...{ isOver: false, taken: [], refused: 0, takenAt: 0, refusedAt: 0, problems: [] },
  }
  const work = [
    ...Array.from({ length: senders }, (_, i) => sendRepeatedly(server, `Sender ${i}`, progress)),
    requestRepeatedly(server, { path: '/', limitMs: pageLimitMs, expected: [200] }, progress),
    requestRepeatedly(
      server,
      { path: '/readyz', limitMs: readinessLimitMs, expected: [200, 503] },
      progress,
    ),
  ]
  let slowestMs = 0
  try {
    for (const fillUp of [fillByLog, fillAtOnce, fillByLog, fillAtOnce]) {
      await fillUp(ballast, disk, progress)
      const saysSo = async () => {
        const { status, database } = await readState(server)
        return status !== 'ready' && database !== 'ready'
      }
      await until('/readyz says that the database stores nothing', toldLimitMs, saysSo)
      rmSync(ballast)
      const since = Date.now()
      await until('requests are taken again', recoveryLimitMs, () => progress.takenAt > since)
      const isBack = async () => (await readState(server)).status === 'ready'
      await until('the database is back', recoveryLimitMs, isBack)
      slowestMs = Math.max(slowestMs, Date.now() - since)
    }
  } finally {
    progress.isOver = true
    await Promise.all(work)
  }
  const isAllStored = async () => (await readState(server)).waiting === 0
  await until('all that waited is stored', storeLimitMs, isAllStored)
  await stopCleanly(server, dataDir)
  const again = await start({ dataDir })
  await assertStored(dataDir, progress.taken)
  await stopCleanly(again, dataDir)
  const problems = new Set(progress.problems)
  if (!logPanic.test(server.stderr())) problems.add('the log never ran out of space')
  if (problems.size > 0) throw new Error([...problems].join('\n'))
  return `${progress.taken.length} requests taken, ${progress.refused} refused with 503; the database was back at most ${slowestMs / 1000} s after there was room`
}
