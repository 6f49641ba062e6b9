// Apart from the schema that uses it: the browser needs these words, and not zod.

/** How many backups are kept: the newest of each of the last N days, weeks, months and years. */
export type Keep = { days: number; weeks: number; months: number; years: number }

/** What the owner has said of the backups in the office. */
export type SaidOfBackups = { hour?: number; keep?: Keep }

/**
 * The least and the most that the office takes. Nobody who has broken into an admin's account has the
 * backups of the last weeks deleted; and the privacy policy says that copies are kept for six months.
 */
export const keepLimits = {
  days: [7, 60],
  weeks: [4, 26],
  months: [0, 6],
} as const satisfies Partial<Record<keyof Keep, readonly [number, number]>>

/** At night, when visitors are few, and not at a full hour, when other programs do their work. */
export const backupMinute = 17

/** What is kept, in words: '7 days, 4 weeks, 6 months'. */
export const keptInWords = (keep: Keep): string =>
  Object.entries(keep)
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`)
    .join(', ')

/** The time of day at which a backup is made, in 24 hours: '03:17'. */
export const backupTime = (hour: number): string =>
  `${String(hour).padStart(2, '0')}:${backupMinute}`
