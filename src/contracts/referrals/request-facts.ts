import type { LostReason, OwnerReason } from './offer-states.ts'

/** How a request ended. Times are milliseconds since 1970. */
export type End = {
  as: 'done' | 'lost' | 'cancelled'
  reason: LostReason | null
  at: number
  /** Its contractor says so, and its visitor has not been heard. */
  isReported: boolean
}

/** Why and since when a request is the owner's. */
export type Ours = { reason: OwnerReason; since: number }

/** Out of sight until then; the owner's words why. */
export type Snooze = { until: number; reason: string }

/** What a mail told the contractor of an offer last. */
export type ToldContractor =
  | ('asked' | 'yours' | 'changed' | 'call-late' | 'how-is-it')
  | ('gone' | 'not-needed')

/** The fields of a correction that concern the contractor who has the request. */
export const correctedFields = ['name', 'phone', 'email', 'address', 'service'] as const

/** What of a request may change while a contractor has it. */
export type Change =
  | (typeof correctedFields)[number]
  | ('place' | 'urgency' | 'call-time' | 'words' | 'photos')
  | ('took-along' | 'let-go')

/** `at`: when it was made last. */
export type Changed = { change: Change; at: number }

/**
 * What the owner is told of, in groups whose mails they can turn off. `daily`: what is held as spam, in one
 * mail a day, and in no line of the inbox.
 */
export const newsGroups = ['jobs', 'waiting', 'visitors', 'daily'] as const

export type NewsGroup = (typeof newsGroups)[number]
