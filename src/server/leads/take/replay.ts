import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseAway } from '#/server/db/failures.ts'
import { NoAnswer, within } from '#/server/runtime/within.ts'
import { type Journal, setAside } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'
import type { ReceivedSubmission, SubmitLead, SubmittedLead } from './submit-lead.ts'

/** While the journal is being emptied, its next lead is stored within this time. */
const catchingUpMs = 10_000

/** Gives submissions to the database, and remembers whether it answers. */
export function watchStore({
  submitLead,
  onStored,
}: {
  submitLead: SubmitLead
  onStored: (lead: SubmittedLead) => void
}) {
  let isAway = false
  return {
    /** Gives it a submission, without a time limit. */
    async submit(received: ReceivedSubmission): Promise<SubmittedLead> {
      const lead = await submitLead(received)
      onStored(lead)
      return lead
    },
    /** Waits this long for that. */
    async inTime(work: Promise<SubmittedLead>, ms: number): Promise<SubmittedLead> {
      try {
        const lead = await within(ms, work)
        isAway = false
        return lead
      } catch (error) {
        // Any other error is about this one lead only.
        isAway = error instanceof NoAnswer || isDatabaseAway(error)
        throw error
      }
    },
    /** It was away, or too slow, when it was asked last. */
    isAway: () => isAway,
    isBack() {
      isAway = false
    },
  }
}

/** Makes the function that empties the journal into the database. */
export function createReplay({
  journal,
  log,
  store,
  replayWithinMs,
}: {
  journal: Journal
  log: FastifyBaseLogger
  store: ReturnType<typeof watchStore>
  replayWithinMs: number
}) {
  let replayedAt = Number.NEGATIVE_INFINITY
  const reported = new Set<string>()
  /** Records that are stored and cannot be taken out of the journal. */
  const staying = new Set<string>()
  let replayed = 0

  /** Logs a problem of a record once: the record is tried again and again. */
  function report(name: string, message: string, err?: unknown): void {
    if (reported.has(name)) return
    reported.add(name)
    log.error({ err, name }, message)
  }

  /** The record with this name, if it can be stored. */
  async function read(name: string): Promise<JournalRecord | undefined> {
    try {
      const record = await within(replayWithinMs, journal.read(name))
      if (record !== 'damaged') return record
      report(name, setAside)
    } catch (err) {
      report(name, 'a journal record cannot be read and stays there', err)
    }
    return undefined
  }

  /** False if the database is away, and the rest has to wait. */
  async function replayOne(name: string): Promise<boolean> {
    const record = await read(name)
    if (!record) return true
    try {
      if (!staying.has(name)) {
        await store.inTime(store.submit(record), replayWithinMs)
        replayedAt = performance.now()
        replayed += 1
      }
    } catch (err) {
      if (store.isAway()) return false
      report(name, 'a lead in the journal cannot be stored and stays there', err)
      return true
    }
    try {
      await within(replayWithinMs, journal.remove(name))
      staying.delete(name)
    } catch (err) {
      staying.add(name)
      report(name, 'a lead was stored but cannot be removed from the journal', err)
    }
    return true
  }

  /** The names that wait. A disk that fails or hangs must keep no visitor from a database that is back. */
  async function list(): Promise<string[]> {
    try {
      return await within(replayWithinMs, journal.list())
    } catch (error) {
      store.isBack()
      throw error
    }
  }

  /** Stores the leads in the journal one after the other, oldest first. Returns whether it came to the last. */
  async function replay(stop: AbortSignal): Promise<boolean> {
    for (const name of await list()) {
      if (stop.aborted || !(await replayOne(name))) return false
    }
    store.isBack()
    if (replayed > 0) log.info({ replayed }, 'the leads in the journal have been stored')
    replayed = 0
    return true
  }

  /** True while leads of the journal are being stored, and for a moment after. */
  const isCatchingUp = () => performance.now() - replayedAt < catchingUpMs

  return { replay, isCatchingUp }
}
