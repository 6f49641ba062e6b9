import { business, type WaitLimit } from '#/content/business.ts'
import type { Clock, Lateness } from '#/contracts/leads/lead-stage.ts'
import { businessMinutesBefore } from './business-hours.ts'

const wallMinutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000)

/** A lead that waits since before these instants is late, or overdue. */
type Deadlines = { lateBefore: Date; overdueBefore: Date }

/** The deadlines of each clock: an emergency's goes on at night. Those of answers, unless others are asked for. */
export function deadlinesAt(
  now: Date,
  { usual, emergency }: Record<'usual' | 'emergency', WaitLimit> = business.waitLimits,
): Record<Clock, Deadlines> {
  return {
    wall: {
      lateBefore: wallMinutesBefore(now, emergency.lateAfterMinutes),
      overdueBefore: wallMinutesBefore(now, emergency.overdueAfterMinutes),
    },
    opening: {
      lateBefore: businessMinutesBefore(now, usual.lateAfterMinutes),
      overdueBefore: businessMinutesBefore(now, usual.overdueAfterMinutes),
    },
  }
}

/** How late a lead is that waits since `clockSince` for what was promised; null for nothing. */
export function latenessOf(
  { clock, clockSince }: { clock: Clock; clockSince: Date | null },
  deadlines: Record<Clock, Deadlines>,
): Lateness {
  if (!clockSince) return 'fine'
  const { lateBefore, overdueBefore } = deadlines[clock]
  if (clockSince < overdueBefore) return 'overdue'
  return clockSince < lateBefore ? 'late' : 'fine'
}
