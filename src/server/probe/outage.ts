import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TellOfProbe } from '#/contracts/health/probe.ts'
import type { Database } from '../db/database.ts'
import { parseJson } from '../runtime/parse-json.ts'
import type { Times } from '../time/schedule.ts'
import { storeMissed } from './probe-rows.ts'

/** Probes that are due while the database cannot choose the process that sends them. */
export type Outage = {
  /** Called while the database does not answer. Tells of it if a probe was due since then. */
  begin: (stop: AbortSignal, now?: Date) => Promise<void>
  /** Stores the outage that was told, if the database answers again. */
  settle: () => Promise<void>
  /** Called when the database answers. */
  end: (now?: Date) => void
}

export type OutageDeps = {
  db: Database
  dataDir: string
  times: Times
  tell: TellOfProbe
  /** Rejects if the journal cannot be written. */
  proveJournal: () => Promise<void>
}

const words = {
  waits: 'The database cannot be reached. Requests wait in the journal until it is back.',
  lost: 'The database cannot be reached, and the journal cannot be written: requests are turned away.',
}

/** What the owner was told. */
type Told = { dueAt: string; problem: string }

/**
 * One process of a machine tells of an outage: the one that makes the file. Where the disk takes no
 * file, each process tells of it.
 */
export function createOutage(deps: OutageDeps, startedAt = new Date()): Outage {
  const { db, dataDir, times, tell, proveJournal } = deps
  const file = join(dataDir, 'probe-outage')
  let answeredAt = startedAt
  /** What this process has told, where the disk could not store it. */
  let kept: Told | undefined

  const forget = () => rm(file, { force: true }).catch(() => {})

  /** False if another process has made the file, or this one has told of it without a file. */
  async function claim(told: Told): Promise<boolean> {
    if (kept) return false
    try {
      await writeFile(file, JSON.stringify(told), { flag: 'wx', mode: 0o600, flush: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      kept = told
      // A full disk has made the file and left it empty.
      await forget()
    }
    return true
  }

  return {
    async begin(stop, now = new Date()) {
      const dueAt = times.last(now)
      if (!dueAt || dueAt <= answeredAt) return
      const problem = await proveJournal().then(
        () => words.waits,
        () => words.lost,
      )
      if (!(await claim({ dueAt: dueAt.toISOString(), problem }))) return
      if (await tell({ problem }, stop).catch(() => false)) return
      kept = undefined
      await forget()
    },
    async settle() {
      const text = await readFile(file, 'utf8').catch(() => undefined)
      const told = text === undefined ? kept : (parseJson(text) as Told | undefined)
      if (told) {
        const dueAt = new Date(told.dueAt)
        await storeMissed(db, dueAt, told.problem)
        if (dueAt > answeredAt) answeredAt = dueAt
      }
      kept = undefined
      if (text !== undefined) await rm(file, { force: true })
    },
    end(now = new Date()) {
      answeredAt = now
    },
  }
}
