import type { MailSecurity } from '../limits.ts'
import type { Review } from '../referrals/ratings.ts'

/** What the site claims. Numbers as they are shown, such as `1,000+`; empty is what it does not claim. */
export type Claims = Record<
  'projects' | 'contractors' | 'areas' | 'satisfaction' | 'story',
  string
> & {
  /** The phone is answered at any hour, for emergencies. */
  isAlwaysAnswered: boolean
}

/** In characters. */
export const longestStory = 4_000

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

/** The least and the most to keep. The privacy policy says that copies are kept for six months. */
export const keepLimits = [7, 180] as const

/** Facts of the business that the owner sets, where the machine does not. */
export const businessFacts = ['name', 'phone', 'domain'] as const

type BusinessFact = (typeof businessFacts)[number]

/** The business as pages and mails show it: the phone number with ten digits. */
export type Business = Record<BusinessFact, string> & { setByMachine: BusinessFact[] }

/** A review of a customer that the owner has entered. */
export type OwnReview = Review & { id: string }

/** How mails leave, as the office shows it. A password is stored and never shown. */
export type MailSetup = {
  /** `machine`: a setting of the machine, which wins over what is stored here. */
  setBy: 'machine' | 'office' | 'nobody'
  host: string
  port: number
  security: MailSecurity
  /** Empty without signing in. */
  user: string
  hasPassword: boolean
  fromName: string
  fromAddress: string
}
