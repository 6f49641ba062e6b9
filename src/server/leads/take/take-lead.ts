import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { hasCertainlyFailed, isDatabaseAway } from '#/server/db/failures.ts'
import { leadReference } from '#/server/db/lead-reference.ts'
import { NoAnswer, Undecided, within } from '#/server/runtime/within.ts'
import type { Journal } from './journal.ts'
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
}

/** Gives submissions to the database, and remembers whether it answers. */
function watchStore({ submitLead, log }: LeadTakerDeps) {
  const store = {
    /** It was away, or too slow, when it was asked last. */
    isAway: false,
    /** Gives it a submission, without a time limit. */
    async submit(received: ReceivedSubmission): Promise<SubmittedLead> {
      const lead = await submitLead(received)
      log.info({ leadId: lead.id, isRepeat: lead.isRepeat }, 'lead stored')
      return lead
    },
    /** Waits this long for that. */
    async inTime(work: Promise<SubmittedLead>, ms: number): Promise<SubmittedLead> {
      try {
        const lead = await within(ms, work)
        store.isAway = false
        return lead
      } catch (error) {
        // Any other error is about this one lead only.
        store.isAway = error instanceof NoAnswer || isDatabaseAway(error)
        throw error
      }
    },
  }
  return store
}

/** Makes the function that empties the journal into the database. */
function createReplay(
  { journal, log, replayWithinMs = replayMs }: LeadTakerDeps,
  store: ReturnType<typeof watchStore>,
) {
  /** Records that are stored and cannot be taken out of the journal. */
  const staying = new Set<string>()
  /** Records of which the log has told: each is tried again and again. */
  const reported = new Set<string>()

  function report(name: string, message: string, err: unknown): undefined {
    if (!reported.has(name)) log.error({ err, name }, message)
    reported.add(name)
  }

  /** False if the database is away, and the rest has to wait. */
  async function replayOne(name: string): Promise<boolean> {
    const record = await within(replayWithinMs, journal.read(name)).catch((err) =>
      report(name, 'a journal record cannot be read and stays there', err),
    )
    if (!record) return true
    let problem = 'a lead in the journal cannot be stored and stays there'
    try {
      if (!staying.has(name)) {
        await store.inTime(store.submit(record), replayWithinMs)
        staying.add(name)
      }
      problem = 'a lead was stored but cannot be removed from the journal'
      await within(replayWithinMs, journal.remove(name))
      staying.delete(name)
    } catch (err) {
      if (store.isAway && !staying.has(name)) return false
      report(name, problem, err)
    }
    return true
  }

  /** Stores the leads in the journal one after the other, oldest first. */
  return async (stop: AbortSignal): Promise<void> => {
    const names = await within(replayWithinMs, journal.list()).catch((error) => {
      // A disk that fails or hangs must keep no visitor from a database that is back.
      store.isAway = false
      throw error
    })
    for (const name of names) {
      if (stop.aborted || !(await replayOne(name))) return
    }
    store.isAway = false
  }
}

/**
 * Gives each submission to the database. If that fails, or takes long, the submission goes to the
 * journal, and so does each one after it until the database has stored one again. A submission that
 * the database stores after all is recognised when it comes from the journal: it has the same
 * `submissionId` and content.
 */
export function createLeadTaker(deps: LeadTakerDeps) {
  const { storeWithinMs, decideWithinMs = decideMs, journal, log } = deps
  const store = watchStore(deps)

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
    if (!store.isAway) {
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
        const message = 'a lead could not be stored and goes to the journal'
        // Another line says that the database is away, and why.
        if (isDatabaseAway(err)) log.warn(message)
        else log.error({ err }, message)
      }
    }
    const waiting = {
      submissionId,
      reference: leadReference(submissionId),
      createdAt: receivedAt,
      hasLink: received.linkHash !== undefined,
      isHeld: findReasons(whole.submission, 0).length > 0,
    }
    const record = { ...whole, receivedAt: receivedAt.toISOString() }
    ways.push(journal.append(record, () => isStored).then(() => waiting))
    return firstOf(ways, decideWithinMs)
  }

  return { take, replay: createReplay(deps, store) }
}
