import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const pidFileWaitMs = 300

/** The data folder cannot be used as it is. The message is made for the terminal. */
export class DataDirUnusable extends Error {}

/** Releases the folder. */
export type DataDirLock = { release: () => void }

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}

/** The holder writes its PID just after it has the lock, so a reader may have to wait a moment. */
async function waitForHolder(file: string): Promise<number | undefined> {
  for (const deadline = Date.now() + pidFileWaitMs; ; await sleep(20)) {
    const pid = readPid(file)
    if (pid !== undefined || Date.now() > deadline) return pid
  }
}

/** What a folder of ours holds; `lost+found` is what a fresh file system holds. */
const ownNames = ['lock', 'postgres', 'lost+found']

/** Postgres' files are written world-readable, so the folder around them is closed. */
function prepareFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const names = readdirSync(dataDir)
    const isOurs = names.length === 0 || names.some((name) => ownNames.includes(name))
    if (!isOurs) throw new Error('it holds other files; set it to a folder of its own')
    chmodSync(dataDir, 0o700)
  } catch (error) {
    throw new DataDirUnusable(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`)
  }
}

/** SQLite's code for a file that another process has locked. */
const sqliteBusy = 5

/**
 * Takes the data folder for this process, or throws DataDirUnusable within a second.
 *
 * The lock is the operating system's, held through an SQLite file: the kernel drops it when the
 * process dies, however it dies, so there is no stale lock to judge and none to steal. A PID file
 * alone could do neither, since a container gives every process the same PID.
 *
 * The kernel also drops it when this process closes any other handle of the file, so nothing else
 * may open it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  prepareFolder(dataDir)
  const pidFile = join(dataDir, 'lock.pid')
  const lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) {
      throw new DataDirUnusable(`${dataDir}/lock cannot be locked: ${(error as Error).message}`)
    }
    const pid = await waitForHolder(pidFile)
    throw new DataDirUnusable(
      `${dataDir} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return { release: () => lock.close() }
}
