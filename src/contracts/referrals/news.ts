/** What the owner is told of beside new leads: an event by its kind, one that is the owner's by the reason. */
export const newsKinds = [
  ...(['accepted', 'late-yes', 'handed-back', 'reported', 'call-at'] as const),
  ...(['undelivered', 'withdrawn'] as const),
  ...(['nobody-left', 'unknown-place', 'outside', 'overdue', 'urgency-said'] as const),
  ...(['call-missed', 'quiet', 'snooze-ended', 'held', 'held-daily'] as const),
  ...(['cancelled', 'wanted-again', 'rated'] as const),
] as const

/** The kind of a line: `unknown` is one that a newer version of the product has stored. */
export type NewsKind = (typeof newsKinds)[number] | 'unknown'

/** What happened to a lead. */
export type NewsItem = {
  id: number
  kind: NewsKind
  /** The contractor, why it is held as spam, or what else the line names. */
  detail: string | null
  leadId: number
  name: string
  service: string
  reference: string
  isUrgent: boolean
  /** ISO 8601. */
  at: string
}

/** Puts away one line, or all that were there when the newest one was. */
export type PutAway = { newsId: number } | { upTo: number }
