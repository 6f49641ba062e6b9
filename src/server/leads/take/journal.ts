import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '#/server/config/config.ts'
import type { JournalCount } from '#/server/health/parts.ts'
import { describeUnusable, syncFolder } from '#/server/runtime/data-folder.ts'
import { parseJson } from '#/server/runtime/parse-json.ts'
import { shareReads } from '#/server/runtime/share-reads.ts'
import { createTurns } from '#/server/runtime/turns.ts'
import { Undecided } from '#/server/runtime/within.ts'
import { type JournalRecord, readRecord } from './journal-record.ts'
import { reserveSpace } from './reserved-space.ts'

/**
 * Where submissions wait while the database cannot take them: a folder with a file for each. A file
 * is written and synced under another name and then renamed, so a file with its final name is
 * whole. Any process of the installation may store a record and remove its file: storing one twice
 * changes nothing.
 */
export type Journal = ReturnType<typeof openJournal>

const ending = { waiting: '.json', unfinished: '.new', damaged: '.damaged' } as const

/** A younger file may be in the hands of another process. */
const unfinishedForMs = 60_000

const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** A checksum, a line break, and the JSON that it is of. */
const toFile = (record: JournalRecord) => {
  const json = JSON.stringify(record)
  return `${checksumOf(json)}\n${json}`
}

function fromFile(text: string): JournalRecord | 'damaged' {
  const end = text.indexOf('\n')
  const json = text.slice(end + 1)
  if (end < 0 || checksumOf(json) !== text.slice(0, end)) return 'damaged'
  return readRecord(parseJson(json)) ?? 'damaged'
}

/** The message in the log when a record is set aside. */
export const setAside = 'a record of the journal is damaged and was set aside'

const isFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * How many records are synced at once. Each sync holds one of the four threads that the process has for
 * files, names of hosts and passwords.
 */
const syncsAtOnce = 2

/** Returns the folder of the journal in a data folder. */
export function journalFolder(dataDir: string): string {
  return join(dataDir, 'journal')
}

/** Returns whether a file of the journal with this name is a record that waits. */
export const isWaiting = (name: string) => name.endsWith(ending.waiting)

/** Returns when the record with this name was received, in milliseconds. */
export function receivedAtOf(name: string): number {
  return Number(name.split('-', 1)[0])
}

function countNames(names: readonly string[]): JournalCount {
  const damaged = names.filter((name) => name.endsWith(ending.damaged)).length
  return { waiting: names.filter(isWaiting).length, damaged }
}

/** Counts the records in a data folder without opening its journal. */
export async function countJournal(dataDir: string): Promise<JournalCount> {
  return countNames(await readdir(journalFolder(dataDir)).catch(() => []))
}

/**
 * Removes files that a killed process left unfinished: no visitor was told that they were received.
 */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    // Another process may have finished it since its name was read.
    const writtenAt = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs
    const isOld = () => Date.now() - (writtenAt() ?? Date.now()) > unfinishedForMs
    if (name.endsWith(ending.unfinished) && isOld()) rmSync(path, { force: true })
  }
}

async function writeWhole(path: string, text: string) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes the folder of a journal if it is missing, and returns the first folder that it had to make. */
function makeFolder(dataDir: string, folder: string): string | undefined {
  try {
    const created = mkdirSync(folder, { recursive: true, mode: 0o700 })
    removeUnfinished(folder)
    return created
  } catch (error) {
    throw new ConfigError(describeUnusable(dataDir, error))
  }
}

/**
 * Opens the journal of an installation, and makes its folder if it is missing. `reservedBytes` of
 * the disk can be reserved for it with `reserve`; it uses them when the disk is full.
 */
export function openJournal(dataDir: string, reservedBytes = 0) {
  const folder = journalFolder(dataDir)
  const reserve = reserveSpace(folder, reservedBytes)
  const path = (name: string) => join(folder, name)
  const created = makeFolder(dataDir, folder)
  // A new folder, with all that is in it, may be gone after a power cut until its name is synced
  // too.
  const isFolderSynced = Promise.all(created ? [dataDir, dirname(created)].map(syncFolder) : [])
  isFolderSynced.catch(() => {})
  let appended = 0
  // One read at a time: each that hangs holds one of the few threads, too.
  const readNames = shareReads(() => readdir(folder))
  const files = async () => (await readNames(undefined)).toSorted()
  const inTurn = createTurns(syncsAtOnce)

  async function appendOnce(record: JournalRecord) {
    appended += 1
    // Names sort by time, and those of one process in the order in which they were received.
    const place = [Date.parse(record.receivedAt), appended].map((part) =>
      `${part}`.padStart(15, '0'),
    )
    const name = [...place, randomBytes(4).toString('hex')].join('-')
    const unfinished = name + ending.unfinished
    try {
      await writeWhole(path(unfinished), toFile(record))
      await rename(path(unfinished), path(name + ending.waiting))
    } catch (error) {
      await rm(path(unfinished), { force: true }).catch(() => {})
      throw error
    }
  }

  async function appendInReserve(record: JournalRecord): Promise<void> {
    let isSpaceLeft = true
    for (;;) {
      try {
        await appendOnce(record)
        return
      } catch (error) {
        if (!isFull(error) || !isSpaceLeft) throw error
        // One more try after the last part too: another record may have given it up.
        isSpaceLeft = await reserve.giveUpPart()
      }
    }
  }

  return {
    /**
     * Resolves when the submission is on the disk, or when `isStored` said before the disk's turn that it
     * need not be. Rejects if the disk refuses, with `Undecided` where the record may be there all the
     * same.
     */
    append: (record: JournalRecord, isStored = () => false): Promise<void> =>
      inTurn(async () => {
        if (isStored()) return
        await appendInReserve(record)
        await Promise.all([isFolderSynced, syncFolder(folder)]).catch((error) => {
          // It will be stored, unless a power cut comes first.
          throw new Undecided({ cause: error })
        })
      }),
    /** Takes the reserved space, again if it was used. Returns false if the disk has too little. */
    reserve: reserve.take,
    /** The names of all its files, in order. */
    files,
    /** The names of the records that wait, oldest first. */
    list: async () => (await files()).filter(isWaiting),
    count: async () => countNames(await files()),
    /**
     * Reads a record; undefined if another process has removed it. A file that is damaged, or holds
     * no record of this version, is set aside, and `damaged` says so.
     */
    async read(name: string) {
      try {
        const record = fromFile(await readFile(path(name), 'utf8'))
        if (record === 'damaged') await rename(path(name), path(name + ending.damaged))
        return record
      } catch (error) {
        if (!isMissing(error)) throw error
        return undefined
      }
    },
    remove: (name: string) => rm(path(name), { force: true }),
    /** Resolves if a file can be written and synced, with the reserved space if need be. */
    async proveWritable() {
      const name = `${randomUUID()}${ending.unfinished}`
      try {
        await writeWhole(path(name), 'The disk takes this.')
      } catch (error) {
        if (!isFull(error) || !(await reserve.isThere())) throw error
      } finally {
        await rm(path(name), { force: true }).catch(() => {})
      }
    },
  }
}
