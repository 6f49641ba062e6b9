import { Cron } from 'croner'
import { z } from 'zod'
import { business } from '#/content/business.ts'

/** The times of a schedule. */
export type Times = {
  /** The last time that is not after `before`; undefined where there is none. */
  last: (before: Date) => Date | undefined
  next: (after: Date) => Date | undefined
}

/** Undefined for a text that is no schedule. */
function readSchedule(schedule: string): Cron | undefined {
  try {
    return new Cron(schedule, { paused: true, mode: '5-part', timezone: business.timeZone })
  } catch {
    return undefined
  }
}

/** A schedule in a variable, which may be `off`. One that never comes is refused. */
export const schedule = z
  .string()
  .refine((text) => text === 'off' || readSchedule(text)?.nextRun() != null)

/** What such a variable must be, for the message that refuses a wrong value. */
export const scheduleWords = 'off, or five fields as cron has them, such as "17 3 * * *"'

/** Reads a schedule as cron writes it. */
export function timesOf(schedule: string): Times {
  const cron = readSchedule(schedule)
  if (!cron) throw new Error(`a schedule that the configuration takes cannot be read: ${schedule}`)
  return {
    last: (before) => cron.previousRuns(1, new Date(before.getTime() + 1))[0],
    next: (after) => cron.nextRun(after) ?? undefined,
  }
}
