import { readSchedule } from '../../backup-config.ts'

/** The times of a schedule. */
export type Times = {
  /** The last one that is not after a time; undefined for one that has none. */
  last: (before: Date) => Date | undefined
  next: (after: Date) => Date | undefined
}

/** Reads a schedule as cron writes it. */
export function timesOf(schedule: string): Times {
  const cron = readSchedule(schedule)
  if (!cron) throw new Error(`a schedule that the configuration takes cannot be read: ${schedule}`)
  return {
    last: (before) => cron.previousRuns(1, new Date(before.getTime() + 1))[0],
    next: (after) => cron.nextRun(after) ?? undefined,
  }
}
