import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../server-process.ts'
import { type Disk, makeDisk } from './disk.ts'
import { type Machine, until } from './machine.ts'
import { assertStored, send, start, stopCleanly } from './product.ts'

const diskMegabytes = 320
const senders = 6
/** So full is the disk before the write-ahead log, in steps of 16 MB, takes the rest. */
const roomForLog = 24_000_000
const fullForMs = 8_000
const pageLimitMs = 2_000
const readinessLimitMs = 5_000
const comeBackLimitMs = 30_000

/** What the product's log says of a PostgreSQL that could not begin a segment of its log. */
const panicOfLog = /"level":50.*"part":"postgres".*pg_wal.*No space left/

/** What happened so far; everyone adds to it until `isOver`. */
type Course = {
  isOver: boolean
  taken: string[]
  refused: number
  /** When a request was last taken, and last refused. */
  takenAt: number
  refusedAt: number
  problems: string[]
}

/** Sends long requests, which fill the log. */
async function sendOnAndOn(server: ServerProcess, label: string, course: Course): Promise<void> {
  for (let i = 0; !course.isOver; i += 1) {
    const name = `${label} ${i}`
    const message = randomBytes(4_500).toString('base64')
    const status = await send(server, name, message).catch((error: Error) => error.message)
    if (status === 201) {
      course.taken.push(name)
      course.takenAt = Date.now()
    } else if (status === 503) {
      course.refused += 1
      course.refusedAt = Date.now()
      await sleep(50)
    } else {
      course.problems.push(`a request was answered ${status}`)
    }
  }
}

/** Asks for a path again and again: the answer must come in time and be one of these. */
async function askOnAndOn(
  { url }: ServerProcess,
  { path, limitMs, expected }: { path: string; limitMs: number; expected: number[] },
  course: Course,
): Promise<void> {
  for (; !course.isOver; await sleep(200)) {
    try {
      const { status } = await fetch(url + path, { signal: AbortSignal.timeout(limitMs) })
      if (!expected.includes(status)) course.problems.push(`${path} was answered ${status}`)
    } catch (error) {
      course.problems.push(`${path}: ${(error as Error).message}`)
    }
  }
}

/** Writes until so many bytes are free, or none. */
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

/** The log's next segment finds no room, as nothing else does soon after. */
async function fillByLog(ballast: string, disk: Disk, course: Course): Promise<void> {
  fill(ballast, disk, roomForLog)
  const before = Date.now()
  await until('the log fills the disk', 90_000, () => course.refusedAt > before)
  await sleep(fullForMs)
}

/** All that is free goes at once, again and again. */
async function fillAtOnce(ballast: string, disk: Disk, course: Course): Promise<void> {
  const before = Date.now()
  for (let passed = 0; passed < fullForMs; passed += 100) {
    fill(ballast, disk)
    await sleep(100)
  }
  if (course.refusedAt < before) course.problems.push('a full disk hindered nobody')
}

/** The disk fills up under load and is cleared again; the product is not restarted. */
export async function diskFull(machine: Machine): Promise<string> {
  const disk = await makeDisk(machine, diskMegabytes)
  const dataDir = join(disk.path, 'data')
  const ballast = join(disk.path, 'ballast')
  const server = await start({ dataDir })
  const course: Course = {
    ...{ isOver: false, taken: [], refused: 0, takenAt: 0, refusedAt: 0, problems: [] },
  }
  const work = [
    ...Array.from({ length: senders }, (_, i) => sendOnAndOn(server, `Sender ${i}`, course)),
    askOnAndOn(server, { path: '/', limitMs: pageLimitMs, expected: [200] }, course),
    askOnAndOn(
      server,
      { path: '/readyz', limitMs: readinessLimitMs, expected: [200, 503] },
      course,
    ),
  ]
  let slowestMs = 0
  try {
    for (const fillUp of [fillByLog, fillAtOnce, fillByLog, fillAtOnce]) {
      await fillUp(ballast, disk, course)
      rmSync(ballast)
      const since = Date.now()
      await until('requests are taken again', comeBackLimitMs, () => course.takenAt > since)
      slowestMs = Math.max(slowestMs, course.takenAt - since)
    }
  } finally {
    course.isOver = true
    await Promise.all(work)
  }
  await stopCleanly(server, dataDir)
  const again = await start({ dataDir })
  await assertStored(dataDir, course.taken)
  await stopCleanly(again, dataDir)
  const problems = new Set(course.problems)
  if (!panicOfLog.test(server.stderr())) problems.add('the log never ran out of room')
  if (problems.size > 0) throw new Error([...problems].join('\n'))
  return `${course.taken.length} requests taken, ${course.refused} refused with 503; taken again at most ${slowestMs / 1000} s after there was room`
}
