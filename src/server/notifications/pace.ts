const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** How long deliveries wait, and for what. All times are milliseconds. */
export type Pace = {
  /** For a connection to be made, or a name to be looked up. */
  connectMs: number
  /** For one answer of the mail server. Some look into a message before they take it. */
  silenceMs: number
  /** For all of the talk with the mail server in one try, from the first lookup to the last answer. */
  attemptMs: number
  /** The same for a webhook. */
  callMs: number
  /** After which another process may take up what this one has claimed. Longer than a try. */
  leaseMs: number
  /** Before the second try; each wait after it is longer. */
  firstRetryMs: number
  longestRetryMs: number
  /** After which a delivery that has not left counts as late. */
  lateMs: number
  /** Between looks at the table that nothing has called for: a signal may get lost. */
  fallbackMs: number
  /** For tries that are under way when the process is told to stop. */
  drainMs: number
}

/** The pace of the product; tests run it at a small scale, but no faster than a busy machine can. */
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
    lateMs: 5 * minute * scale,
    fallbackMs: atLeast(second / 2, 30 * second),
    drainMs: atLeast(second / 2, 5 * second),
  }
}

/** With these and the waits below, a delivery is tried for three days and some hours. */
export const mostAttempts = 21

const growth = 3

/** So that a thousand deliveries which failed together do not come back together. */
const jitter = 0.3

/**
 * How long to wait after a failed try, the first being number 1; undefined when it was the last.
 * `random` is at least 0 and below 1.
 */
export function retryDelayMs(attempt: number, pace: Pace, random: number): number | undefined {
  if (attempt >= mostAttempts) return undefined
  const wait = Math.min(pace.firstRetryMs * growth ** (attempt - 1), pace.longestRetryMs)
  return Math.round(wait * (1 + jitter * random))
}
