/** Times as people read them, in the business's time zone. Times are milliseconds since 1970. */
import { business } from '#/content/business.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const inZone = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: business.timeZone, ...options })

/** Of calendar days, which are given as YYYY-MM-DD: those are read as days of UTC. */
const ofDays = (options: Intl.DateTimeFormatOptions) => inZone({ timeZone: 'UTC', ...options })

const clock = { hour: 'numeric', minute: '2-digit' } as const
const calendar = { year: 'numeric', month: 'short', day: 'numeric' } as const
const clockFormat = inZone(clock)
const dayFormat = inZone({ month: 'short', day: 'numeric', ...clock })
const weekdayTimeFormat = inZone({ weekday: 'short', ...clock })
const dateFormat = inZone(calendar)
const dateTimeFormat = inZone({ ...calendar, ...clock, timeZoneName: 'short' })
const longDayFormat = inZone({ weekday: 'long', ...calendar })
const zonedClockFormat = inZone({ ...clock, timeZoneName: 'short' })
const partsFormat = inZone({
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function partsOf(time: number): Record<string, string> {
  return Object.fromEntries(partsFormat.formatToParts(time).map(({ type, value }) => [type, value]))
}

/** The local calendar day as a count of days, so that two of them can be subtracted. */
function dayNumber(time: number): number {
  const { year, month, day: date } = partsOf(time)
  return Date.UTC(Number(year), Number(month) - 1, Number(date)) / day
}

/** How long ago, in as few words as it takes; undefined where a date says it better. */
function relativeTime(time: number, now: number): string | undefined {
  // A computer's clock may be behind the server's.
  const age = Math.max(0, now - time)
  if (age < minute) return 'just now'
  if (age < hour) return `${Math.floor(age / minute)} min ago`
  const days = dayNumber(now) - dayNumber(time)
  if (days === 0 || age < 12 * hour) return `${Math.floor(age / hour)} hr ago`
  if (days === 1) return 'yesterday'
  return days < 7 ? `${days} days ago` : undefined
}

/**
 * A time in two short lines: how long ago above the day and the hour, or the date above the hour.
 */
export function timeLines(time: number, now: number): [string, string] {
  const relative = relativeTime(time, now)
  if (relative === undefined) return [dateFormat.format(time), clockFormat.format(time)]
  return [relative, dayFormat.format(time)]
}

/** A past time on one line: '5 min ago, Mar 4, 2:05 PM'. */
export function exactTime(time: number, now: number): string {
  return timeLines(time, now).join(', ')
}

/** A past time in two or three words: '5 min ago', 'Mar 4, 2026'. */
export function shortTime(time: number, now: number): string {
  return timeLines(time, now)[0]
}

/** How long something has been so: 'for 5 min', 'since yesterday', 'since Mar 4, 2026'. */
export function sinceText(time: number, now: number): string {
  const [when] = timeLines(time, now)
  if (when === 'just now') return 'for under a minute'
  return when.endsWith(' ago') ? `for ${when.slice(0, -' ago'.length)}` : `since ${when}`
}

/** A time near to now, in few words: 'today 3:15 PM', 'tomorrow 9:00 AM', 'Mon 11:00 AM', 'Mar 4, 2:05 PM'. */
export function soonTime(time: number, now: number): string {
  const days = dayNumber(time) - dayNumber(now)
  const hour = clockFormat.format(time)
  if (days === 0) return `today ${hour}`
  if (days === 1) return `tomorrow ${hour}`
  if (days === -1) return `yesterday ${hour}`
  return days > 0 && days < 7 ? weekdayTimeFormat.format(time) : dayFormat.format(time)
}

/** The date and the hour: 'Mar 4, 2026, 2:05 PM EST'. */
export function dateTime(time: number): string {
  return dateTimeFormat.format(time)
}

/** The date alone: 'Mar 4, 2026'. */
export function dayOnly(time: number): string {
  return dateFormat.format(time)
}

/** Everything, to stand in a sentence: 'Wednesday, Mar 4, 2026, at 2:05 PM EST'. */
export function fullTime(time: number): string {
  return `${longDayFormat.format(time)}, at ${zonedClockFormat.format(time)}`
}

/** As a spreadsheet reads it, local: '2026-03-04 14:05'. */
export function sheetTime(time: number): string {
  const { year, month, day: date, hour: hours, minute: minutes } = partsOf(time)
  return `${year}-${month}-${date} ${hours}:${minutes}`
}

const calendarDay = ofDays({ month: 'short', day: 'numeric' })

/** A calendar day, given as YYYY-MM-DD: 'Mar 4'. */
export function dayLabel(day: string): string {
  return calendarDay.format(Date.parse(day))
}

const weekdayFormat = ofDays({ weekday: 'short', ...calendar })

/** A calendar day, given as YYYY-MM-DD: 'Thu, Nov 26, 2026'. */
export function dayWithWeekday(day: string): string {
  return weekdayFormat.format(Date.parse(day))
}

/** When something is to happen: 'in a moment', 'in 5 min', 'in 3 hr, Mar 4, 2:05 PM', 'in 6 days, …'. */
export function untilText(time: number, now: number): string {
  const wait = time - now
  const exact = dayFormat.format(time)
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
  return `Answer overdue since ${dayFormat.format(time)}`
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
