import { Temporal } from 'temporal-polyfill'
import { business } from '#/content/business.ts'
import type { Week } from '#/contracts/hours/week.ts'
import { holidaysOf, holidayVersion } from './holidays.ts'

let week: Week = business.hours.week

/** Has this process count opening hours by another week, in which one day at least is open. */
export function setOpeningWeek(next: Week): void {
  week = next
  counted.clear()
}

function localTime(ms: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(business.timeZone)
}

/** A day on which the business is open, in milliseconds since 1970. */
type OpenDay = {
  opens: number
  closes: number
  /** Milliseconds of opening hours of the year before this day. */
  before: number
}

/** The days of a year on which the business is open, and its milliseconds of opening hours. */
type OpenYear = { days: OpenDay[]; total: number }

function countYear(year: number): OpenYear {
  const closed = new Set(
    holidaysOf(year)
      .filter(({ isOpen }) => !isOpen)
      .map(({ day }) => day),
  )
  const days: OpenDay[] = []
  let total = 0
  let day = Temporal.PlainDate.from({ year, month: 1, day: 1 })
  for (; day.year === year; day = day.add({ days: 1 })) {
    const hours = week[day.dayOfWeek - 1]
    if (!hours || closed.has(day.toString())) continue
    const at = (plainTime: string) =>
      day.toZonedDateTime({ timeZone: business.timeZone, plainTime }).epochMilliseconds
    const open = { opens: at(hours.opens), closes: at(hours.closes), before: total }
    days.push(open)
    total += open.closes - open.opens
  }
  return { days, total }
}

/** To count a year takes milliseconds, and the results ask once for each lead. */
const counted = new Map<number, OpenYear>()
let countedAt = holidayVersion()

function openYear(year: number): OpenYear {
  if (countedAt !== holidayVersion()) counted.clear()
  countedAt = holidayVersion()
  const known = counted.get(year) ?? countYear(year)
  counted.set(year, known)
  return known
}

/** The year of an instant, and the milliseconds of opening hours from its beginning until then. */
function openMsUntil(ms: number): { year: number; open: number } {
  const { year } = localTime(ms)
  const { days } = openYear(year)
  let low = 0
  for (let high = days.length; low < high; ) {
    const middle = (low + high) >> 1
    if ((days[middle]?.opens ?? ms) < ms) low = middle + 1
    else high = middle
  }
  const last = days[low - 1]
  return { year, open: last ? last.before + Math.min(ms, last.closes) - last.opens : 0 }
}

/** In whole minutes; 0 if the second instant is not the later one. */
export function businessMinutesBetween(from: Date, to: Date): number {
  if (to <= from) return 0
  const start = openMsUntil(from.getTime())
  const end = openMsUntil(to.getTime())
  let open = end.open - start.open
  for (let { year } = start; year < end.year; year += 1) open += openYear(year).total
  return Math.floor(open / 60_000)
}

/** The day on which a year has had some of its opening hours, and when exactly. */
function instantAt({ days }: OpenYear, open: number, isDay: (day: OpenDay) => boolean) {
  const day = days.findLast(isDay)
  if (!day) throw new Error('a year has opening hours, but no day with them')
  return day.opens + open - day.before
}

/** The latest instant with N minutes of opening hours between itself and `to`. */
export function businessMinutesBefore(to: Date, minutes: number): Date {
  let { year, open } = openMsUntil(to.getTime())
  for (open -= minutes * 60_000; open < 0; open += openYear(year).total) year -= 1
  const at = instantAt(openYear(year), open, ({ before }) => before <= open)
  return new Date(Math.min(to.getTime(), at))
}

/** The first instant with N minutes of opening hours between `from` and itself. */
export function businessMinutesAfter(from: Date, minutes: number): Date {
  if (minutes <= 0) return from
  let { year, open } = openMsUntil(from.getTime())
  open += minutes * 60_000
  for (; open > openYear(year).total; year += 1) open -= openYear(year).total
  return new Date(instantAt(openYear(year), open, ({ before }) => before < open))
}

/** The instant of a local time such as `2026-03-04T14:05`; undefined for any other text. */
export function instantOfLocal(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return undefined
  try {
    const local = Temporal.PlainDateTime.from(text)
    return new Date(local.toZonedDateTime(business.timeZone).epochMilliseconds)
  } catch {
    return undefined
  }
}

/** When the business opens on a day such as `2026-03-04`; 8 AM of one on which it is closed each week. */
export function opensOn(day: string): Date {
  const local = Temporal.PlainDate.from(day)
  const plainTime = week[local.dayOfWeek - 1]?.opens ?? '08:00'
  return new Date(
    local.toZonedDateTime({ timeZone: business.timeZone, plainTime }).epochMilliseconds,
  )
}

/** An instant as a local time, to the minute: `2026-03-04T14:05`. */
export function localMinute(at: Date): string {
  return localTime(at.getTime()).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** The last N local days up to an instant, oldest first, and when the first of them began. */
export function lastLocalDays(at: Date, count: number): { days: string[]; since: Date } {
  const today = localTime(at.getTime()).toPlainDate()
  const first = today.subtract({ days: count - 1 })
  const days = Array.from({ length: count }, (_, index) => first.add({ days: index }).toString())
  return {
    days,
    since: new Date(first.toZonedDateTime(business.timeZone).epochMilliseconds),
  }
}
