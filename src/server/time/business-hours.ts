import { isDeepStrictEqual } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import { business } from '#/content/business.ts'
import type { Week } from '#/contracts/hours/week.ts'
import type { OfferTimes } from '#/contracts/settings/setting-types.ts'
import { type DecidedDay, federalHolidays } from './holidays.ts'

let week: Week = business.hours.week
let ownDays: readonly DecidedDay[] = []
let times: OfferTimes = business.offerTimes

/** When the business opens and closes on a day, in milliseconds since 1970: the same where it is closed. */
type OpenDay = { opens: number; closes: number }

/** Days that were counted before: each takes a while. */
const counted = new Map<string, OpenDay>()

/** Has this process count opening hours by another week, in which one day at least is open. */
export function setOpeningWeek(next: Week): void {
  week = next
  counted.clear()
}

/** What the owner decided, for all opening hours that this process counts from now on. */
export function setHolidays(decided: readonly DecidedDay[]): void {
  if (isDeepStrictEqual(decided, ownDays)) return
  ownDays = decided
  counted.clear()
}

/** Has this process ask contractors by other times from now on. An offer that was made keeps its time. */
export function setOfferTimes(next: OfferTimes): void {
  times = next
}

/** By which this process asks contractors. */
export const offerTimes = (): OfferTimes => times

/** The holidays of a year, in order: the federal ones with what the owner decided over them. */
export function holidaysOf(year: number): DecidedDay[] {
  const own = ownDays.filter(({ day }) => day.startsWith(`${year}-`))
  const federal = federalHolidays(year).filter(({ day }) => own.every((each) => each.day !== day))
  return [...federal, ...own].sort((one, other) => (one.day < other.day ? -1 : 1))
}

function localTime(ms: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(business.timeZone)
}

function countDay(day: Temporal.PlainDate): OpenDay {
  const holiday = holidaysOf(day.year).find((each) => each.day === day.toString())
  const hours = holiday && !holiday.isOpen ? null : week[day.dayOfWeek - 1]
  const at = (plainTime: string) =>
    day.toZonedDateTime({ timeZone: business.timeZone, plainTime }).epochMilliseconds
  return { opens: at(hours?.opens ?? '00:00'), closes: at(hours?.closes ?? '00:00') }
}

function openDay(day: Temporal.PlainDate): OpenDay {
  const known = counted.get(day.toString()) ?? countDay(day)
  counted.set(day.toString(), known)
  return known
}

/** The days from that of an instant on, or back from it, and when the business is open on each. */
function* openDays(from: Date, step: 1 | -1): Generator<OpenDay, never> {
  let day = localTime(from.getTime()).toPlainDate()
  for (; ; day = day.add({ days: step })) yield openDay(day)
}

/** In whole minutes; 0 if the second instant is not the later one. */
export function businessMinutesBetween(from: Date, to: Date): number {
  let open = 0
  for (const { opens, closes } of openDays(from, 1)) {
    if (opens >= to.getTime()) break
    open += Math.max(0, Math.min(closes, to.getTime()) - Math.max(opens, from.getTime()))
  }
  return Math.floor(open / 60_000)
}

/** The latest instant with N minutes of opening hours between itself and `to`. */
export function businessMinutesBefore(to: Date, minutes: number): Date {
  let left = minutes * 60_000
  for (const { opens, closes } of openDays(to, -1)) {
    const open = Math.max(0, Math.min(closes, to.getTime()) - opens)
    if (open >= left) return new Date(Math.min(closes, to.getTime()) - left)
    left -= open
  }
  return to
}

/** The first instant with N minutes of opening hours between `from` and itself. */
export function businessMinutesAfter(from: Date, minutes: number): Date {
  if (minutes <= 0) return from
  let left = minutes * 60_000
  for (const { opens, closes } of openDays(from, 1)) {
    const open = Math.max(0, closes - Math.max(opens, from.getTime()))
    if (open >= left) return new Date(Math.max(opens, from.getTime()) + left)
    left -= open
  }
  return from
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
