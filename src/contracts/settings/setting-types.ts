// Apart from the schemas that use them: the browser needs these words, and not zod.

/** What the site claims in numbers: each as it is shown, such as `1,000+`; empty where it is not claimed. */
export type Claims = Record<'projects' | 'contractors' | 'areas' | 'satisfaction', string>

/** How long a contractor has to answer an offer, and how many are asked at once in an emergency. */
export type OfferTimes = {
  openingHours: number
  /** By the clock. */
  emergencyMinutes: number
  askedInEmergency: number
}

/** The least and the most of each. */
export const offerTimeLimits: Record<keyof OfferTimes, readonly [number, number]> = {
  openingHours: [1, 24],
  emergencyMinutes: [5, 120],
  askedInEmergency: [1, 5],
}

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
