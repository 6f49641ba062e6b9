/** Times as people read them, in the business's time zone. Times are milliseconds since 1970. */
import { business } from '#/content/business.ts'
import { daysBetween } from '#/contracts/days.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const clock = { hour: 'numeric', minute: '2-digit' } as const
const calendar = { year: 'numeric', month: 'short', day: 'numeric' } as const

const inZone = (options: Intl.DateTimeFormatOptions, locale = 'en-US') =>
  new Intl.DateTimeFormat(locale, { timeZone: business.timeZone, ...options }).format

const clockTime = inZone(clock)
const dayAndTime = inZone({ month: 'short', day: 'numeric', ...clock })
const weekdayAndTime = inZone({ weekday: 'short', ...clock })
const longDay = inZone({ weekday: 'long', ...calendar })
const zonedClockTime = inZone({ ...clock, timeZoneName: 'short' })

/** The date and the hour: 'Mar 4, 2026, 2:05 PM EST'. */
export const dateTime = inZone({ ...calendar, ...clock, timeZoneName: 'short' })

/** The date alone: 'Mar 4, 2026'. */
export const dayOnly = inZone(calendar)

/** As a spreadsheet reads it, local: '2026-03-04 14:05'. Swedes write times so. */
export const sheetTime = inZone({ dateStyle: 'short', timeStyle: 'short' }, 'sv-SE')

/** How many local calendar days lie between two times. */
const localDaysBetween = (from: number, to: number) =>
  daysBetween(sheetTime(from).slice(0, 10), sheetTime(to).slice(0, 10))

/** How long ago, in as few words as it takes; undefined where a date says it better. */
function relativeTime(time: number, now: number): string | undefined {
  // A computer's clock may be behind the server's.
  const age = Math.max(0, now - time)
  if (age < minute) return 'just now'
  if (age < hour) return `${Math.floor(age / minute)} min ago`
  const days = localDaysBetween(time, now)
  if (days === 0 || age < 12 * hour) return `${Math.floor(age / hour)} hr ago`
  if (days === 1) return 'yesterday'
  return days < 7 ? `${days} days ago` : undefined
}

/**
 * A time in two short lines: how long ago above the day and the hour, or the date above the hour.
 */
export function timeLines(time: number, now: number): [string, string] {
  const relative = relativeTime(time, now)
  return relative ? [relative, dayAndTime(time)] : [dayOnly(time), clockTime(time)]
}

/** A past time on one line: '5 min ago, Mar 4, 2:05 PM'. */
export const exactTime = (time: number, now: number) => timeLines(time, now).join(', ')

/** A past time in two or three words: '5 min ago', 'Mar 4, 2026'. */
export const shortTime = (time: number, now: number) => timeLines(time, now)[0]

/** How long something has been so: 'for 5 min', 'since yesterday', 'since Mar 4, 2026'. */
export function sinceText(time: number, now: number): string {
  const [when] = timeLines(time, now)
  if (when === 'just now') return 'for under a minute'
  return when.endsWith(' ago') ? `for ${when.slice(0, -' ago'.length)}` : `since ${when}`
}

/** A time near to now, in few words: 'today 3:15 PM', 'tomorrow 9:00 AM', 'Mon 11:00 AM', 'Mar 4, 2:05 PM'. */
export function soonTime(time: number, now: number): string {
  const days = localDaysBetween(now, time)
  const hour = clockTime(time)
  if (days === 0) return `today ${hour}`
  if (days === 1) return `tomorrow ${hour}`
  if (days === -1) return `yesterday ${hour}`
  return days > 0 && days < 7 ? weekdayAndTime(time) : dayAndTime(time)
}

/** Everything, to stand in a sentence: 'Wednesday, Mar 4, 2026, at 2:05 PM EST'. */
export const fullTime = (time: number) => `${longDay(time)}, at ${zonedClockTime(time)}`

/** Calendar days, given as YYYY-MM-DD, are read as days of UTC. */
const calendarDay = inZone({ timeZone: 'UTC', month: 'short', day: 'numeric' })
const calendarDayOfWeek = inZone({ timeZone: 'UTC', weekday: 'short', ...calendar })

/** A calendar day: 'Mar 4'. */
export const dayLabel = (day: string) => calendarDay(Date.parse(day))

/** A calendar day: 'Thu, Nov 26, 2026'. */
export const dayWithWeekday = (day: string) => calendarDayOfWeek(Date.parse(day))

/** When something is to happen: 'in a moment', 'in 5 min', 'in 3 hr, Mar 4, 2:05 PM', 'in 6 days, …'. */
export function untilText(time: number, now: number): string {
  const wait = time - now
  const exact = dayAndTime(time)
  // Past its time by more than the clocks may differ: when is not known.
  if (wait < -minute) return `as soon as possible (it was due ${exact})`
  if (wait < minute) return 'in a moment'
  if (wait < hour) return `in ${Math.round(wait / minute)} min`
  if (wait < 2 * day) return `in ${Math.round(wait / hour)} hr, ${exact}`
  return `in ${Math.round(wait / day)} days, ${exact}`
}

/** When an answer is due: 'Answer due in 5 min', 'Answer overdue since Mar 4, 2:05 PM'. */
export function answerText(time: number, now: number): string {
  if (time >= now - minute) return `Answer due ${untilText(time, now)}`
  return `Answer overdue since ${dayAndTime(time)}`
}

/** A duration in minutes as text: '45 min', '3 hr 20 min', '31 hr'. */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes)
  if (whole < 60) return `${whole} min`
  if (whole >= 600) return `${Math.round(whole / 60)} hr`
  const hours = Math.floor(whole / 60)
  const rest = whole % 60
  return rest === 0 ? `${hours} hr` : `${hours} hr ${rest} min`
}
