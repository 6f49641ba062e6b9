import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '#/server/runtime/parse-json.ts'
import type { JournalNames } from './journal-names.ts'
import { alikeIn, ending, isMarkOf, isTold, isWaiting, type LeadInJournal } from './record-names.ts'

/** Longer than mails to all recipients may take: the process that told of it is gone. */
const tellingMs = 120_000

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

function noneIfMissing(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT') return []
  throw error
}

/** Addresses; `being told` while a process tells them. */
export type Told = readonly string[] | 'being told'

/** Files beside the records that say which recipients were told; they are removed with them. */
export type ToldMarks = {
  /** Removes a record that is stored. */
  remove: (name: string) => Promise<void>
  /** Marks that this process tells of a submission. True for one caller of all processes. */
  claimTelling: (name: string) => Promise<boolean>
  /** Takes the mark away again: no recipient could be told. */
  giveUpTelling: (name: string) => Promise<void>
  /** Writes down the recipients who were told. */
  finishTelling: (name: string, addresses: readonly string[]) => Promise<void>
  /** The addresses that were told of a submission. */
  readTold: (name: string) => Promise<Told>
  /**
   * The same of a lead that the database has as well: it may have stored it before it went away,
   * without an answer, so that the lead went to the journal too.
   */
  readToldOf: (lead: LeadInJournal) => Promise<Told>
}

export function marksIn(folder: string, names: JournalNames): ToldMarks {
  const path = (name: string) => join(folder, name)

  const readNames = () => names.read().catch(noneIfMissing)

  async function removeFile(name: string) {
    await rm(path(name), { force: true })
    names.drop(name)
  }

  /** The mark of a submission: that of the first of its repeats. */
  async function markOf(name: string): Promise<string> {
    const alike = alikeIn(await readNames(), name)
    return alike.find(isTold) ?? (alike.find(isWaiting) ?? name) + ending.told
  }

  async function readMark(mark: string | undefined): Promise<Told> {
    if (mark === undefined) return []
    try {
      const addresses = parseJson(await readFile(path(mark), 'utf8'))
      if (Array.isArray(addresses)) return addresses.map(String)
      const { mtimeMs } = await stat(path(mark))
      return Math.abs(Date.now() - mtimeMs) < tellingMs ? 'being told' : []
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      return []
    }
  }

  return {
    async remove(name) {
      await removeFile(name)
      const alike = alikeIn(await readNames(), name)
      // Repeats that still wait have the mark too.
      if (alike.some(isWaiting)) return
      for (const mark of alike.filter(isTold)) await removeFile(mark)
    },
    async claimTelling(name) {
      const mark = await markOf(name)
      try {
        await (await open(path(mark), 'wx', 0o600)).close()
        names.add(mark)
        return true
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error
        names.add(mark)
        return false
      }
    },
    giveUpTelling: async (name) => removeFile(await markOf(name)),
    async finishTelling(name, addresses) {
      const mark = await markOf(name)
      const unfinished = mark + ending.unfinished
      await writeFile(path(unfinished), JSON.stringify(addresses), { mode: 0o600, flush: true })
      await rename(path(unfinished), path(mark))
    },
    readTold: async (name) => readMark(alikeIn(await readNames(), name).find(isTold)),
    readToldOf: (lead) => readMark([...names.known()].find((name) => isMarkOf(name, lead))),
  }
}
