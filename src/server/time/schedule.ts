import { Cron } from 'croner'
import { business } from '#/content/business.ts'

/** The times of a schedule. */
export type Times = {
  /** The last time that is not after `before`; undefined where there is none. */
  last: (before: Date) => Date | undefined
  next: (after: Date) => Date | undefined
}

/** Reads a schedule as cron writes it, in the time zone of the business. */
export function timesOf(schedule: string): Times {
  const cron = new Cron(schedule, { paused: true, mode: '5-part', timezone: business.timeZone })
  return {
    last: (before) => cron.previousRuns(1, new Date(before.getTime() + 1))[0],
    next: (after) => cron.nextRun(after) ?? undefined,
  }
}
