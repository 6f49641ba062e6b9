// Apart from the schema that uses it: the browser needs these words, and not zod.

/** How often backups are made. */
export const backupRhythms = ['day', 'hour', 'never'] as const

/** The same in words. */
export const rhythmInWords = { day: 'every day', hour: 'every hour', never: 'never' } as const

/** How often backups are made, and how many are kept: the newest. */
export type BackupPlan = { every: (typeof backupRhythms)[number]; keep: number }

/** What holds until the owner has said something else. */
export const usualBackupPlan: BackupPlan = { every: 'day', keep: 30 }

/** The least and the most to keep. The privacy policy says that copies are kept for six months. */
export const keepLimits = [7, 180] as const
