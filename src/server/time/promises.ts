import { business } from '#/content/business.ts'
import { businessMinutesAfter } from './business-hours.ts'

const hourMs = 3_600_000

/**
 * Until when a request is answered, as its visitor was promised, at a full hour: within the opening
 * hours of a weekday, and an emergency within a day.
 */
function promisedBy(since: number, isUrgent: boolean): number {
  const { usual } = business.waitLimits
  const inHours = businessMinutesAfter(new Date(since), usual.overdueAfterMinutes).getTime()
  const inADay = since + business.promisedHours.emergency * hourMs
  const soonest = isUrgent ? Math.min(inHours, inADay) : inHours
  return Math.ceil(soonest / hourMs) * hourMs
}

const { timeZone } = business
const dayAndHour = { timeZone, weekday: 'long', hour: 'numeric' } as const

/** Made once: to make one takes longer than all else that a visitor is promised. */
const nearFormat = new Intl.DateTimeFormat('en-US', dayAndHour)
const farFormat = new Intl.DateTimeFormat('en-US', {
  ...dayAndHour,
  month: 'short',
  day: 'numeric',
})

/** What the name of a weekday alone says clearly. */
const nearMs = 6 * 24 * hourMs

/**
 * The one promise of an answer, for all places that say it: by when (`Monday 1 PM`, with the date
 * where that is a week away), and whether that is over.
 */
export function promiseOf(
  since: number,
  isUrgent: boolean,
  now = Date.now(),
): { answerBy: string; isOver: boolean } {
  const at = promisedBy(since, isUrgent)
  const format = Math.abs(at - now) < nearMs ? nearFormat : farFormat
  return { answerBy: format.format(at), isOver: at <= now }
}
