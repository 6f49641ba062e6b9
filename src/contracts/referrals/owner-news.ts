/** What the owner is told of beside new leads. */
export const newsKinds = [
  'accepted',
  'handed-back',
  'reported',
  'cancelled',
  'reopened',
  'poor-rating',
  'nobody-left',
  'waits-too-long',
  'call-missed',
  'call-moved',
  'undelivered',
  'contractor-removed',
  'place-unknown',
  'outside',
  'held',
  'held-daily',
] as const

export type NewsKind = (typeof newsKinds)[number]

/** All kinds that a line can have: `unknown` is one that a newer version of the product has stored. */
export const readNewsKinds = [...newsKinds, 'unknown'] as const

export type ReadNewsKind = (typeof readNewsKinds)[number]

/**
 * Emails to contractors that the owner can turn off: that a promised call is late, and that an answer
 * to an offer is not needed any more. The offer, what it takes to do the job, and that a job is no longer
 * theirs always leave.
 */
export const contractorMails = ['call-late', 'not-needed'] as const

export type ContractorMailKind = (typeof contractorMails)[number]

/** All emails that the owner can turn off, by kind. */
export const mutableKinds = [...newsKinds, ...contractorMails] as const

export type MutableKind = (typeof mutableKinds)[number]
