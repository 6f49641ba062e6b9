import { business, type WaitLimit } from '#/content/business.ts'
import type { Lateness } from '#/contracts/leads/lead-stage.ts'
import { businessMinutesBefore } from './business-hours.ts'

const wallMinutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000)

/** A lead that waits since before these instants is late, or overdue. */
type Deadlines = { lateBefore: Date; overdueBefore: Date }

/** By the clock of opening hours, and by that of an emergency, which goes on at night. */
type EachClock<Value> = Record<'usual' | 'emergency', Value>

/** The deadlines of answers, unless others are asked for. */
export function deadlinesAt(
  now: Date,
  { usual, emergency }: EachClock<WaitLimit> = business.waitLimits,
): EachClock<Deadlines> {
  return {
    emergency: {
      lateBefore: wallMinutesBefore(now, emergency.lateAfterMinutes),
      overdueBefore: wallMinutesBefore(now, emergency.overdueAfterMinutes),
    },
    usual: {
      lateBefore: businessMinutesBefore(now, usual.lateAfterMinutes),
      overdueBefore: businessMinutesBefore(now, usual.overdueAfterMinutes),
    },
  }
}

/** How late a lead is that waits for what was promised since an instant; null for nothing. */
export function latenessOf(
  since: number | null,
  { lateBefore, overdueBefore }: Deadlines,
): Lateness {
  if (since === null) return 'fine'
  if (since < overdueBefore.getTime()) return 'overdue'
  return since < lateBefore.getTime() ? 'late' : 'fine'
}
