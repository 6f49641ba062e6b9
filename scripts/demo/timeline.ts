/** What happens at a time. */
type Step = (now: Date) => Promise<unknown>

/** Things that are to happen, each at its time. */
export type Timeline = {
  /** What is planned for the past happens next. */
  plan: (at: Date, step: Step) => void
  /**
   * Has everything happen up to a time, one after the other; what was planned for later never does.
   * Throws the reason of `stop` when that aborts.
   */
  runUntil: (end: Date, stop: AbortSignal) => Promise<void>
}

/** Makes a timeline that sets the clock before each step. */
export function createTimeline(setTime: (at: Date) => Promise<void>): Timeline {
  const planned: { at: Date; step: Step }[] = []
  return {
    plan(at, step) {
      // Steps of the same time happen in the order in which they were planned.
      const before = planned.findLastIndex((other) => other.at <= at)
      planned.splice(before + 1, 0, { at, step })
    },
    async runUntil(end, stop) {
      let now: Date | undefined
      for (let next = planned.shift(); next && next.at <= end; next = planned.shift()) {
        stop.throwIfAborted()
        if (now === undefined || next.at > now) {
          now = next.at
          await setTime(now)
        }
        await next.step(now)
      }
    },
  }
}
