import { eq, lte, ne } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { probes } from '../db/tables/schema.ts'
import { type Found, present } from '../health/health.ts'
import { findDue } from '../jobs/leases.ts'
import { inWords } from '../time/local-day.ts'
import type { Times } from '../time/schedule.ts'
import { findNewest, type ProbeRow } from './probe-rows.ts'

/** The state of the probe. */
export type ProbeStatus = {
  /** Undefined where none is scheduled. */
  nextAt: Date | undefined
  /** A time of the schedule has passed 15 minutes ago, without a result. */
  isLate: boolean
  /** The newest one that has ended. */
  last: ProbeRow | undefined
  /** When one last came through. */
  lastDoneAt: Date | null
}

/** Longer than two attempts and the wait between them. */
const lateAfterMs = 15 * 60_000

export async function readProbeStatus(
  db: Database,
  times: Times | undefined,
  now = new Date(),
): Promise<ProbeStatus> {
  const isPast = lte(probes.dueAt, now)
  // One after the other: the doctor has a single connection.
  const ended = await findNewest(db, isPast, ne(probes.state, 'running'))
  const done = await findNewest(db, isPast, eq(probes.state, 'done'))
  const dueAt = times && (await findDue(db, times, now))
  const isMissed = dueAt !== undefined && !(ended && ended.dueAt >= dueAt)
  return {
    nextAt: times?.next(now),
    isLate: isMissed && now.getTime() - dueAt.getTime() > lateAfterMs,
    // Without a schedule the last result says nothing of now.
    last: times && ended,
    lastDoneAt: done?.finishedAt ?? null,
  }
}

/** What the probe shows to be wrong on the way from a visitor to the owner. */
export function findInProbe({ isLate, last, lastDoneAt }: ProbeStatus): Found[] {
  const arrived = lastDoneAt
    ? `It last arrived ${inWords(lastDoneAt)}.`
    : 'It has never arrived so far.'
  return present<Found>(
    last?.state === 'failed' && {
      key: 'probe-failed',
      text: 'The site sent itself a request as a visitor would, and it did not arrive.',
      detail: `${last.problem ?? ''} ${arrived}`.trim(),
      since: last.finishedAt ?? last.dueAt,
    },
    isLate && {
      key: 'probe-late',
      text: 'The site has not sent itself a request when it should have.',
      detail: arrived,
    },
  )
}
