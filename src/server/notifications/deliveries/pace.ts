const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Deliveries that one process attempts at once, and so its connections to the mail server. */
export const mostAtOnce = 8

/** The time limits and waits of deliveries, in milliseconds. */
export type Pace = ReturnType<typeof paceAt>

/** The product runs at scale 1; tests below, but time limits stay long enough for a busy machine. */
export function paceAt(scale: number) {
  const atLeast = (least: number, ms: number) => Math.max(least, ms * scale)
  return {
    /** The time limit for a connection, and for looking up a name. */
    connectMs: atLeast(2 * second, 10 * second),
    /** The time limit for one answer of the mail server. Some inspect a message before they take it. */
    silenceMs: atLeast(2 * second, minute),
    /** The time limit for one attempt to send a mail, from the first lookup to the last answer. */
    attemptMs: atLeast(3 * second, 90 * second),
    /** The time limit for one call of a webhook. */
    callMs: atLeast(1.5 * second, 20 * second),
    /** How long a claim lasts; then another process may take the delivery. Longer than an attempt. */
    leaseMs: atLeast(4 * second, 2 * minute),
    /** The wait before the second attempt; each wait after it is longer. */
    firstRetryMs: 5 * second * scale,
    longestRetryMs: 6 * hour * scale,
    /** The age at which a pending delivery is overdue. */
    overdueAfterMs: 5 * minute * scale,
    /** How often the table is polled, because a signal may get lost. */
    fallbackMs: atLeast(second / 2, 30 * second),
    /** How long attempts may go on when the process stops. */
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
