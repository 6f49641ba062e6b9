import { newsGroups } from './request-facts.ts'

/** What the owner is told of beside new leads, in the words of a line. */
export const newsKinds = [
  ...(['accepted', 'late-yes', 'handed-back', 'reported', 'call-moved'] as const),
  ...(['undelivered', 'contractor-removed'] as const),
  ...(['nobody-left', 'place-unknown', 'outside', 'waits-too-long', 'cannot-wait'] as const),
  ...(['call-missed', 'quiet', 'shown-again', 'held', 'held-daily'] as const),
  ...(['cancelled', 'reopened', 'poor-rating'] as const),
] as const

/** The kind of a line: `unknown` is one that a newer version of the product has stored. */
export type NewsKind = (typeof newsKinds)[number] | 'unknown'

/** The groups of mails to the owner. `daily`: what is held as spam, in one mail a day. */
export const mailGroups = [...newsGroups, 'daily'] as const

/**
 * Emails to contractors that the owner can turn off: that a promised call is late, and that an answer
 * to an offer is not needed any more. The offer, what it takes to do the job, and that a job is no longer
 * theirs always leave.
 */
export const contractorMails = ['call-late', 'not-needed'] as const

export type ContractorMailKind = (typeof contractorMails)[number]

/** All emails that the owner can turn off. */
export const mutableMails = [...mailGroups, ...contractorMails] as const

export type MutableMail = (typeof mutableMails)[number]
