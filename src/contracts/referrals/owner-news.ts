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
  'undelivered',
  'contractor-removed',
  'place-unknown',
  'outside',
  'credit-asked',
] as const

export type NewsKind = (typeof newsKinds)[number]
