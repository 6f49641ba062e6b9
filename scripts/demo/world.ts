import { business } from '#/content/business.ts'
import type { HeldSite } from './held-site.ts'
import type { Random } from './random.ts'
import type { Weather } from './season.ts'
import type { Team } from './team.ts'
import type { Timeline } from './timeline.ts'

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
