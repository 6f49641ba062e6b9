import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../db/database.ts'
import type { Times } from '../schedule.ts'
import type { TellOwner } from './make-due-probe.ts'
import { storeMissed } from './probe-rows.ts'

/** The probes of a time in which the database cannot say who is to send them. */
export type Outage = {
  /** The database does not answer. Tells of it if a probe was due since it did. */
  begin: (now?: Date) => Promise<void>
  /** The database answers: what was told meanwhile is stored. */
  end: (now?: Date) => Promise<void>
  isOpen: () => boolean
}

/** What an outage needs. */
export type OutageDeps = {
  db: Database
  dataDir: string
  times: Times
  tell: TellOwner
  isJournalWritable: () => Promise<boolean>
}

const words = {
  waits: 'The database cannot be reached. Requests wait in the journal until it is back.',
  lost: 'The database cannot be reached, and the journal cannot be written: requests are turned away.',
}

/** One process of a machine tells of an outage: the one that makes the file. */
export function createOutage(deps: OutageDeps, startedAt = new Date()): Outage {
  const { db, dataDir, times, tell, isJournalWritable } = deps
  const file = join(dataDir, 'probe-outage')
  let answeredAt = startedAt
  let isOpen = false

  /** False if another process has made the file. */
  async function claim(text: string): Promise<boolean> {
    try {
      await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  }

  return {
    isOpen: () => isOpen,
    async begin(now = new Date()) {
      const dueAt = times.last(now)
      if (!dueAt || dueAt <= answeredAt) return
      isOpen = true
      const problem = (await isJournalWritable()) ? words.waits : words.lost
      if (!(await claim(JSON.stringify({ dueAt, problem })))) return
      if (!(await tell({ problem }).catch(() => false))) await rm(file, { force: true })
    },
    async end(now = new Date()) {
      answeredAt = now
      isOpen = false
      const text = await readFile(file, 'utf8').catch(() => undefined)
      if (text === undefined) return
      const { dueAt, problem } = JSON.parse(text)
      await storeMissed(db, new Date(dueAt), problem)
      await rm(file, { force: true })
    },
  }
}
