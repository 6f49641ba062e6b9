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
  'credit-asked',
] as const

export type NewsKind = (typeof newsKinds)[number]

/** All kinds that a line can have: `unknown` is one that a newer version of the product has stored. */
export const readNewsKinds = [...newsKinds, 'unknown'] as const

export type ReadNewsKind = (typeof readNewsKinds)[number]
