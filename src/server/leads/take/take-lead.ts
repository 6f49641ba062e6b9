import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { hasCertainlyFailed, isDatabaseAway } from '#/server/db/failures.ts'
import { leadReference } from '#/server/db/lead-reference.ts'
import { Undecided, within } from '#/server/runtime/within.ts'
import type { Journal } from './journal.ts'
import { createReplay, watchStore } from './replay.ts'
import { findReasons } from './spam-signals.ts'
import type { ReceivedSubmission, SubmitLead, SubmittedLead } from './submit-lead.ts'

/**
 * A submission that is stored: in the database, or in the journal until the database takes it. Its
 * `submissionId` is as it was sent: only the client that sent a lead may know another one.
 */
type TakenLead = Omit<SubmittedLead, 'id' | 'isRepeat'>

/** Takes submissions whatever the database does. */
export type LeadTaker = ReturnType<typeof createLeadTaker>

/**
 * How long the database may take for a lead of the journal. A response may never come, as over a
 * connection that was lost without notice, and other leads must not wait for it.
 */
const replayMs = 5_000

/**
 * How long a visitor waits for the first of both, in milliseconds. The browser waits for 20 seconds.
 */
const decideMs = 8_000

/** Logs that a lead goes to the journal. Another line says that the database is away, and why. */
function logUnstored(log: FastifyBaseLogger, err: unknown): void {
  const message = 'a lead could not be stored and goes to the journal'
  if (isDatabaseAway(err)) log.warn(message)
  else log.error({ err }, message)
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

type LeadTakerDeps = {
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

/**
 * Gives each submission to the database. If that fails, or takes long, the submission goes to the
 * journal, and so does each one after it until the database has stored one again. A submission that
 * the database stores after all is recognised when it comes from the journal: it has the same
 * `submissionId` and content.
 */
export function createLeadTaker(deps: LeadTakerDeps) {
  const { storeWithinMs, decideWithinMs = decideMs, replayWithinMs = replayMs } = deps
  const { journal, log } = deps
  const store = watchStore(deps)
  const { replay, isCatchingUp } = createReplay({ journal, log, store, replayWithinMs })

  /**
   * Resolves when the submission is on a disk. Rejects if neither the database nor the journal has
   * taken it, with `Undecided` where one of them may yet.
   */
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
          return { ...lead, submissionId }
        }),
      )
      try {
        return { ...(await store.inTime(storing, storeWithinMs)), submissionId }
      } catch (err) {
        logUnstored(log, err)
      }
    }
    const record = { ...whole, receivedAt: receivedAt.toISOString() }
    const waiting = {
      submissionId,
      reference: leadReference(submissionId),
      createdAt: receivedAt,
      hasLink: received.linkHash !== undefined,
      isHeld: findReasons(whole.submission, 0).length > 0,
    }
    const appending = journal.append(record, () => isStored)
    ways.push(appending.then(() => waiting))
    return firstOf(ways, decideWithinMs)
  }

  return { take, replay, isAway: store.isAway, isCatchingUp }
}
