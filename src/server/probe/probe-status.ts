import type { Database } from '../db/database.ts'
import { findDue } from '../jobs/find-due.ts'
import type { Times } from '../time/schedule.ts'
import { type ProbeRow, readLast } from './probe-rows.ts'

/** The state of the probe. Times are ISO 8601 in UTC. */
export type ProbeStatus = {
  /** Null where none is scheduled. */
  nextAt: string | null
  /** A time of the schedule has passed 15 minutes ago, without a result. */
  isLate: boolean
  /** The newest one that has ended. */
  last: Probe | null
  /** When one last came through. */
  lastDoneAt: string | null
}

type Probe = Pick<ProbeRow, 'state' | 'durationMs' | 'problem'> & {
  dueAt: string
  startedAt: string
  finishedAt: string | null
}

/** Longer than two attempts and the wait between them. */
const lateAfterMs = 15 * 60_000

function toProbe({ dueAt, state, startedAt, finishedAt, durationMs, problem }: ProbeRow): Probe {
  return {
    ...{ state, durationMs, problem },
    dueAt: dueAt.toISOString(),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

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
    // Without a schedule the last result says nothing of now.
    last: times && ended ? toProbe(ended) : null,
    lastDoneAt: done?.finishedAt?.toISOString() ?? null,
  }
}
