import { existsSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { watchFolder } from '../backup/schedule/watch-folder.ts'
import type { Config } from '../config/config.ts'
import { findInRoom, inMegabytes, measureRoom } from '../health/room.ts'
import { journalFolder } from '../leads/take/journal.ts'
import { mailFolder } from '../notifications/mail/file-transport.ts'
import { whyUnwritable } from '../runtime/data-folder.ts'
import { bad, type Finding, good, told, warn } from './finding.ts'

/** From Linux's `statfs(2)`: file systems whose content is gone after a restart. */
const inMemoryTypes = [0x01021994, 0x858458f6]

const syncs = 25

/** No disk can have written in less. */
const unbelievableMs = 0.015
const slowMs = 20

/** The median time of a small synced write, in milliseconds. */
async function measureSync(folder: string, now: () => number): Promise<number> {
  const path = join(folder, `doctor-${process.pid}`)
  const file = await open(path, 'wx', 0o600)
  const times: number[] = []
  try {
    for (let count = 0; count < syncs; count += 1) {
      const began = now()
      await file.write(Buffer.alloc(4096, count))
      await file.datasync()
      times.push(now() - began)
    }
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
  return times.sort((one, other) => one - other)[Math.floor(syncs / 2)] ?? 0
}

async function checkRoom(dataDir: string): Promise<Finding> {
  const room = await measureRoom([dataDir, journalFolder(dataDir), mailFolder(dataDir)])
  const [found] = findInRoom(room)
  return found ? told(found) : good(`${inMegabytes(room.free)} are free for ${dataDir}.`)
}

async function checkSync(folder: string, isInMemory: boolean, now: () => number): Promise<Finding> {
  if (isInMemory) {
    return bad(
      `${folder} is in memory: all requests are gone when the machine restarts.`,
      'Set DATA_DIR to a folder on a disk.',
    )
  }
  const ms = await measureSync(folder, now)
  const text = `The disk takes ${ms < 1 ? ms.toFixed(2) : ms.toFixed(1)} ms to say that something is on it.`
  if (ms < unbelievableMs) {
    return warn(
      `${text} No disk is so fast: it may say so before it is true, and lose requests in a power cut.`,
      'Look how this disk or virtual machine is set up: its cache must survive a power cut.',
    )
  }
  return ms > slowMs
    ? warn(`${text} Every visitor who sends a request waits for that.`, 'Take a faster disk.')
    : good(text)
}

async function checkBackupFolder({ backup }: Config): Promise<Finding[]> {
  if (!backup.isFolderNamed) return []
  const folder = watchFolder(backup)
  const { problem } = await folder.lookAnew()
  folder.close()
  return problem === null ? [] : [told({ key: 'backup-folder', text: problem })]
}

/** The disk of the data: room, and whether what is written stays. `now` returns milliseconds. */
export async function checkDisk(config: Config, now = () => performance.now()): Promise<Finding[]> {
  const { dataDir } = config
  if (!existsSync(dataDir)) {
    return [warn(`There is no folder ${dataDir} yet.`, 'npm start makes it.')]
  }
  try {
    const { type } = await statfs(dataDir)
    return [
      await checkRoom(dataDir),
      await checkSync(dataDir, inMemoryTypes.includes(type), now),
      ...(await checkBackupFolder(config)),
    ]
  } catch (error) {
    return [
      bad(
        `${dataDir} cannot be written: ${whyUnwritable(error)}.`,
        'Give the folder to the user that runs the product, or correct DATA_DIR.',
      ),
    ]
  }
}
