import type { FastifyBaseLogger } from 'fastify'
import type { TellOfProbe } from '#/contracts/health/probe.ts'
import type { Database } from '../db/database.ts'
import { isDatabaseAway } from '../db/failures.ts'
import { doUnderLease, findDue } from '../jobs/leases.ts'
import type { Times } from '../time/schedule.ts'
import {
  claimProbe,
  giveBack,
  hasFailedBefore,
  isOver,
  isStored,
  mostAttempts,
  readLastTold,
  storeResult,
  storeTold,
} from './probe-rows.ts'
import { makeProbeToken, type ProbeId } from './probe-token.ts'
import { type Sender, StepFailed, sendProbe } from './send-probe.ts'

/** For all steps together. */
const longestMs = 60_000

export type ProbeDeps = {
  db: Database
  log: FastifyBaseLogger
  site: Sender['site']
  times: Times
  readKey: () => Promise<string>
  /**
   * Why the mail server would not take mails for the recipients, as a sentence; null if it would.
   */
  tryMail: (signal: AbortSignal) => Promise<string | null>
  tell: TellOfProbe
  longestMs?: number
}

async function follow(
  { db, site, readKey, tryMail }: ProbeDeps,
  id: ProbeId,
  signal: AbortSignal,
): Promise<string | null> {
  const token = makeProbeToken(await readKey(), id)
  await sendProbe({ site, token, signal })
  if (!(await isStored(db, id))) {
    return 'The form was answered as if it were well, and the request is not in the database.'
  }
  return tryMail(signal)
}

/** Sends a probe and follows it. Returns why it failed; null if it came through. */
async function runProbe(deps: ProbeDeps, id: ProbeId, signal: AbortSignal): Promise<string | null> {
  const late = Promise.withResolvers<never>()
  const endedBy = new StepFailed('It took longer than a minute.')
  // Not every step can be ended.
  signal.addEventListener('abort', () => late.reject(endedBy), { once: true })
  try {
    return await Promise.race([follow(deps, id, signal), late.promise])
  } catch (error) {
    if (error instanceof StepFailed) return error.message
    deps.log.error({ err: error }, 'a probe could not be followed')
    return isDatabaseAway(error)
      ? 'The database could not be reached.'
      : 'The check itself failed. The server’s log says why.'
  }
}

/** Tells when the probe begins to fail, and when it works again. */
async function tellOf(
  { db, log, tell }: ProbeDeps,
  { dueAt, attempt }: ProbeId,
  problem: string | null,
  stop: AbortSignal,
): Promise<void> {
  const hasFailed = problem !== null
  // Where the schedule leaves no time for a second attempt, the next probe counts as one.
  if (hasFailed && attempt < mostAttempts && !(await hasFailedBefore(db, dueAt))) return
  const isKnownToFail = (await readLastTold(db, dueAt)) === 'failed'
  if (isKnownToFail === hasFailed) return
  if (await tell({ problem }, stop)) await storeTold(db, dueAt, hasFailed ? 'failed' : 'works')
  else log.error({ problem }, 'no recipient could be told of the probe')
}

/** Sends the probe that is due, if no other process does, and tells of a change in its result. */
export async function makeDueProbe(deps: ProbeDeps, stop: AbortSignal): Promise<void> {
  const { db, times } = deps
  const dueAt = await findDue(db, times, new Date())
  if (!dueAt || (await isOver(db, dueAt))) return
  const claim = () => claimProbe(db, dueAt)
  await doUnderLease(db, 'probe', claim, (id) => makeClaimed(deps, id, stop))
}

async function makeClaimed(deps: ProbeDeps, id: ProbeId, stop: AbortSignal): Promise<void> {
  const { db, log } = deps
  const began = performance.now()
  const limit = AbortSignal.timeout(deps.longestMs ?? longestMs)
  const problem = await runProbe(deps, id, AbortSignal.any([stop, limit]))
  if (stop.aborted) return giveBack(db, id)
  const durationMs = Math.round(performance.now() - began)
  await storeResult(db, id, { problem, durationMs })
  if (problem === null) log.info({ durationMs }, 'the probe came through')
  else log.error({ problem, durationMs }, 'the probe failed')
  await tellOf(deps, id, problem, stop)
}
