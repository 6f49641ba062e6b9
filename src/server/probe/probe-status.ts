import type { Database } from '../db/database.ts'
import { findDue } from '../jobs/find-due.ts'
import type { Times } from '../time/schedule.ts'
import { type ProbeRow, readLast } from './probe-rows.ts'

/** What is known of the probe. Times are ISO 8601 in UTC. */
export type ProbeStatus = {
  /** When the next one is sent; null where none is scheduled. */
  nextAt: string | null
  /** The last time of the schedule has passed some minutes ago, and nothing has come of it. */
  isLate: boolean
  /** The newest one that has ended. */
  last: Probe | null
  /** When one last came through. */
  lastDoneAt: string | null
}

/** One probe. */
type Probe = Pick<ProbeRow, 'state' | 'durationMs' | 'problem'> & {
  dueAt: string
  startedAt: string
  finishedAt: string | null
}

/** Two attempts and the wait between them take less. */
const lateAfterMs = 15 * 60_000

function toProbe({ dueAt, state, startedAt, finishedAt, durationMs, problem }: ProbeRow): Probe {
  return {
    ...{ state, durationMs, problem },
    dueAt: dueAt.toISOString(),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

/** The state of the probe. */
export async function readProbeStatus(
  db: Database,
  times: Times | undefined,
  now = new Date(),
): Promise<ProbeStatus> {
  const { ended, done } = await readLast(db, now)
  const dueAt = times && (await findDue(db, times, now))
  const isPast = dueAt !== undefined && now.getTime() - dueAt.getTime() > lateAfterMs
  return {
    nextAt: times?.next(now)?.toISOString() ?? null,
    isLate: isPast && !(ended && ended.dueAt >= dueAt),
    // Without a schedule nothing is known any more.
    last: times && ended ? toProbe(ended) : null,
    lastDoneAt: done?.finishedAt?.toISOString() ?? null,
  }
}
