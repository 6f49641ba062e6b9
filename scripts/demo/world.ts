import { business } from '#/content/business.ts'
import type { HeldSite } from './held-site.ts'
import type { Random } from './random.ts'
import type { Weather } from './season.ts'
import type { Team } from './team.ts'

/** A lead as the office sees it. */
export type Lead = {
  id: number
  isUrgent: boolean
  /** The visitor lives where the network has no contractor. */
  isAway: boolean
  weather: Weather
}

/** What all people in the demo act on. */
export type World = {
  site: HeldSite
  random: Random
  team: Team
  plan: Timeline['plan']
  /** The server's work is done a few seconds after something has happened. */
  workSoon: (now: Date) => void
}

/** N minutes later. */
export const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

const local = new Intl.DateTimeFormat('sv-SE', {
  timeZone: business.timeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** A time as a field for a call sends it. */
export const localTime = (at: Date) => local.format(at).replace(' ', 'T')

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
