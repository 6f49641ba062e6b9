import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { hasCertainlyFailed, isDatabaseAway } from '#/server/db/failures.ts'
import { leadReference } from '#/server/db/lead-reference.ts'
import { NoAnswer, Undecided, within } from '#/server/runtime/within.ts'
import { type Journal, setAside } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'
import { findReasons } from './spam-signals.ts'
import type { ReceivedSubmission, SubmitLead, SubmittedLead } from './submit-lead.ts'

/** A submission that is stored: in the database, or in the journal until the database takes it. */
export type TakenLead = {
  /** As it was sent: only the client that sent a lead may know its id. */
  submissionId: string
  createdAt: Date
  reference: string
  /** The link that came along leads to it, or will as soon as it is in the database. */
  hasLink: boolean
  /** It looks like spam, and nobody is asked before a user has read it. */
  isHeld: boolean
}

/** Takes submissions whatever the database does. */
export type LeadTaker = {
  /**
   * Resolves when the submission is on a disk. Rejects if neither the database nor the journal has
   * taken it, with `Undecided` where one of them may yet.
   */
  take: (received: ReceivedSubmission) => Promise<TakenLead>
  /** Stores the leads in the journal, oldest first and those of each visitor in order. */
  replay: (stop: AbortSignal) => Promise<void>
  /** True while leads of the journal are being stored, however slowly, and for a moment after. */
  isCatchingUp: () => boolean
}

/** The next lead of the journal is stored within this time, or a slow database works on it. */
const catchingUpMs = { usual: 5_000, slow: 60_000 }

/** How many leads of the journal are stored at once; the other connections are for visitors. */
const atOnce = 4

/**
 * How long the database may take for a lead of the journal. A response may never come, as over a
 * connection that was lost without notice, and other leads must not wait for it.
 */
const replayMs = 5_000

/**
 * How long a visitor waits for the first of both, in milliseconds. The nginx that we ship waits for
 * ten seconds, and the browser for 20.
 */
const decideMs = 8_000

type NamedRecord = { name: string; record: JournalRecord }

type Report = (name: string, message: string, err?: unknown) => void

/** Logs a problem of a record once: it is tried again twice a second. */
function createReport(log: FastifyBaseLogger): Report {
  const reported = new Set<string>()
  return (name, message, err) => {
    if (reported.has(name)) return
    reported.add(name)
    log.error({ err, name }, message)
  }
}

/** Logs that a lead goes to the journal. Another line says that the database is away, and why. */
function logUnstored(log: FastifyBaseLogger, err: unknown): void {
  const message = 'a lead could not be stored and goes to the journal'
  if (isDatabaseAway(err)) log.warn(message)
  else log.error({ err }, message)
}

/** What the visitor is told of a lead, which may have been stored before under another id. */
export function toTaken(
  submissionId: string,
  lead: Pick<SubmittedLead, 'submissionId' | 'createdAt' | 'hasLink' | 'quarantineReasons'>,
): TakenLead {
  const { createdAt, hasLink, quarantineReasons } = lead
  const isHeld = quarantineReasons.length > 0
  return { submissionId, createdAt, hasLink, isHeld, reference: leadReference(lead.submissionId) }
}

/**
 * Resolves with the first way that has taken a lead. Rejects only when none of them will have it.
 */
async function firstOf(ways: readonly Promise<TakenLead>[], ms: number): Promise<TakenLead> {
  try {
    return await within(ms, Promise.any(ways))
  } catch (error) {
    const errors = error instanceof AggregateError ? error.errors : [error]
    if (!errors.every(hasCertainlyFailed)) throw new Undecided({ cause: error })
    throw error
  }
}

export type LeadTakerDeps = {
  submitLead: SubmitLead
  /** How long a visitor waits for the database before the journal takes the submission. */
  storeWithinMs: number
  /** How long a visitor waits for either of them. */
  decideWithinMs?: number
  /** How long the database may take for a lead of the journal. */
  replayWithinMs?: number
  journal: Journal
  log: FastifyBaseLogger
  /** Called for each lead that the database has stored, or had stored before. */
  onStored: (lead: SubmittedLead) => void
}

/** The database, for submissions. */
type Store = {
  /** Gives it a submission, without a time limit. */
  submit: (received: ReceivedSubmission) => Promise<SubmittedLead>
  /** Waits this long for that. */
  inTime: (work: Promise<SubmittedLead>, ms: number) => Promise<SubmittedLead>
  /** It was away, or too slow, when it was asked last. */
  isAway: () => boolean
  /** It answers again. */
  isBack: () => void
  /** It may still work on a submission that is in the journal by now. */
  isBusy: () => boolean
  /** It works on a submission, and has stored another one not long ago. */
  isWorking: () => boolean
}

function watchStore({
  submitLead,
  onStored,
  replayWithinMs = replayMs,
}: Pick<LeadTakerDeps, 'submitLead' | 'onStored' | 'replayWithinMs'>): Store {
  let isAway = false
  let unanswered: Promise<unknown> | undefined
  let unansweredAt = Number.NEGATIVE_INFINITY
  let storedAt = Number.NEGATIVE_INFINITY
  let underWay = 0
  return {
    async submit(received) {
      underWay += 1
      try {
        const lead = await submitLead(received)
        storedAt = performance.now()
        onStored(lead)
        return lead
      } finally {
        underWay -= 1
      }
    },
    async inTime(work, ms) {
      try {
        const lead = await within(ms, work)
        isAway = false
        return lead
      } catch (error) {
        if (error instanceof NoAnswer) {
          const settled = () => {
            if (unanswered === promise) unanswered = undefined
          }
          const promise = work.then(settled, settled)
          unanswered = promise
          unansweredAt = performance.now()
        }
        // Any other error is about this one lead only.
        isAway = error instanceof NoAnswer || isDatabaseAway(error)
        throw error
      }
    },
    isAway: () => isAway,
    isBack: () => {
      isAway = false
    },
    isBusy: () => unanswered !== undefined && performance.now() - unansweredAt < replayWithinMs,
    isWorking: () => underWay > 0 && performance.now() - storedAt < catchingUpMs.slow,
  }
}

/** The record with this name, if it can be stored. */
async function read(journal: Journal, name: string, report: Report): Promise<NamedRecord[]> {
  try {
    const record = await journal.read(name)
    if (record === 'damaged') {
      report(name, setAside)
    }
    return record === undefined || record === 'damaged' ? [] : [{ name, record }]
  } catch (err) {
    report(name, 'a record of the journal cannot be read and waits', err)
    return []
  }
}

/** Makes the function that empties the journal into the database. */
function createReplay({ journal, log, replayWithinMs = replayMs }: LeadTakerDeps, store: Store) {
  let replayedAt = Number.NEGATIVE_INFINITY
  const report = createReport(log)
  /** Records that are stored and cannot be taken out of the journal. */
  const staying = new Set<string>()
  let replayed = 0

  /** False if the database is away, and the rest has to wait. */
  async function replayOne({ name, record }: NamedRecord): Promise<boolean> {
    try {
      if (!staying.has(name)) {
        const told = await journal.readTold(name)
        if (told === 'being told') return true
        const lead = await store.inTime(store.submit({ ...record, told }), replayWithinMs)
        // Whoever tells of it now must find in the journal that it was told before.
        if (lead.isBeingTold) return true
        replayedAt = performance.now()
        replayed += 1
      }
    } catch (err) {
      if (store.isAway()) return false
      report(name, 'a lead in the journal cannot be stored and waits', err)
      return true
    }
    try {
      await journal.remove(name)
      staying.delete(name)
    } catch (err) {
      staying.add(name)
      report(name, 'a lead of the journal is stored but cannot be taken out of it', err)
    }
    return true
  }

  /**
   * Stores several at once, but those of one visitor in order: the first of repeats is the lead.
   */
  async function replayTogether(names: readonly string[]): Promise<boolean> {
    const records = (await Promise.all(names.map((name) => read(journal, name, report)))).flat()
    const ofVisitors = Map.groupBy(records, ({ record }) => record.submission.email.toLowerCase())
    const areStored = await Promise.all(
      [...ofVisitors.values()].map(async (own) => {
        for (const each of own) if (!(await replayOne(each))) return false
        return true
      }),
    )
    return areStored.every(Boolean)
  }

  async function replay(stop: AbortSignal): Promise<void> {
    if (store.isBusy()) return
    const names = await journal.list()
    for (let next = 0; next < names.length; ) {
      // The first one alone finds out whether the database is back.
      const some = names.slice(next, next === 0 ? 1 : next + atOnce)
      if (stop.aborted || !(await replayTogether(some))) return
      next += some.length
    }
    store.isBack()
    if (replayed > 0) log.info({ replayed }, 'the leads of the journal are in the database')
    replayed = 0
  }

  return { replay, isReplaying: () => performance.now() - replayedAt < catchingUpMs.usual }
}

/**
 * Gives each submission to the database. If that fails, or takes long, the submission goes to the
 * journal, and so does each one after it until the database has stored one again. A submission that
 * the database stores after all is recognised when it comes from the journal: it has the same
 * `submissionId` and content.
 */
export function createLeadTaker(deps: LeadTakerDeps): LeadTaker {
  const { storeWithinMs, decideWithinMs = decideMs, journal, log } = deps
  const store = watchStore(deps)
  const { replay, isReplaying } = createReplay(deps, store)

  async function take(received: ReceivedSubmission): Promise<TakenLead> {
    const receivedAt = new Date()
    const submissionId = received.submission.submissionId ?? randomUUID()
    const whole = { ...received, submission: { ...received.submission, submissionId } }
    const ways: Promise<TakenLead>[] = []
    let isStored = false
    if (!store.isAway()) {
      const storing = store.submit(whole)
      ways.push(
        storing.then((lead) => {
          isStored = true
          return toTaken(submissionId, lead)
        }),
      )
      try {
        return toTaken(submissionId, await store.inTime(storing, storeWithinMs))
      } catch (err) {
        logUnstored(log, err)
      }
    }
    const record = { ...whole, receivedAt: receivedAt.toISOString() }
    const hasLink = received.linkHash !== undefined
    const quarantineReasons = findReasons(whole.submission, 0)
    const stored = { submissionId, createdAt: receivedAt, hasLink, quarantineReasons }
    const waiting = toTaken(submissionId, stored)
    const appending = journal.append(record, () => isStored)
    ways.push(appending.then((isNew) => ({ ...waiting, hasLink: isNew && hasLink })))
    return firstOf(ways, decideWithinMs)
  }

  return { take, replay, isCatchingUp: () => store.isWorking() || isReplaying() }
}
