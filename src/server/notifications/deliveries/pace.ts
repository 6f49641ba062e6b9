const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Deliveries that one process attempts at once, and so its connections to the mail server. */
export const mostAtOnce = 8

/** The time limits and waits of deliveries, in milliseconds. */
export type Pace = {
  /** The time limit for a connection, and for looking up a name. */
  connectMs: number
  /** The time limit for one answer of the mail server. Some inspect a message before they take it. */
  silenceMs: number
  /** The time limit for one attempt to send a mail, from the first lookup to the last answer. */
  attemptMs: number
  /** The time limit for one call of a webhook. */
  callMs: number
  /** How long a claim lasts; then another process may take the delivery. Longer than an attempt. */
  leaseMs: number
  /** The wait before the second attempt; each wait after it is longer. */
  firstRetryMs: number
  longestRetryMs: number
  /** The age at which a pending delivery is overdue. */
  overdueAfterMs: number
  /** How often the table is polled, because a signal may get lost. */
  fallbackMs: number
  /** How long attempts may go on when the process stops. */
  drainMs: number
}

/** The product runs at scale 1; tests below, but time limits stay long enough for a busy machine. */
export function paceAt(scale: number): Pace {
  const atLeast = (least: number, ms: number) => Math.max(least, ms * scale)
  return {
    connectMs: atLeast(2 * second, 10 * second),
    silenceMs: atLeast(2 * second, minute),
    attemptMs: atLeast(3 * second, 90 * second),
    callMs: atLeast(1.5 * second, 20 * second),
    leaseMs: atLeast(4 * second, 2 * minute),
    firstRetryMs: 5 * second * scale,
    longestRetryMs: 6 * hour * scale,
    overdueAfterMs: 5 * minute * scale,
    fallbackMs: atLeast(second / 2, 30 * second),
    drainMs: atLeast(second / 2, 5 * second),
  }
}

/** With the waits below, a delivery is attempted for three days and some hours. */
export const mostAttempts = 21

const growth = 3

/** Spreads the retries of deliveries that failed at the same time. */
const jitter = 0.3

/** The longest wait before an attempt, of all paces. */
export const longestWaitMs = paceAt(1).longestRetryMs * (1 + jitter)

/**
 * The wait after failed attempt number `attempt`, counted from 1; undefined after the last. `random`
 * is at least 0 and below 1.
 */
export function retryDelayMs(attempt: number, pace: Pace, random: number): number | undefined {
  if (attempt >= mostAttempts) return undefined
  const wait = Math.min(pace.firstRetryMs * growth ** (attempt - 1), pace.longestRetryMs)
  return Math.round(wait * (1 + jitter * random))
}
