import { Temporal } from 'temporal-polyfill'
import { business, type OpeningHours } from '#/content/business.ts'
import { dayNames } from '#/contracts/days.ts'

const week: readonly OpeningHours[] = business.hours.week

/** When a local day opens and closes, in milliseconds since 1970; undefined on a closed day. */
function openTime(day: Temporal.PlainDate): { opens: number; closes: number } | undefined {
  const name = dayNames[day.dayOfWeek - 1]
  const hours = week.find((row) => row.dayNames.some((each) => each === name))
  if (!hours?.opens || !hours.closes) return undefined
  const at = (plainTime: string) =>
    day.toZonedDateTime({ timeZone: business.timeZone, plainTime }).epochMilliseconds
  return { opens: at(hours.opens), closes: at(hours.closes) }
}

function localTime(ms: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(business.timeZone)
}

/** The milliseconds of opening hours between two instants that are not far apart. */
function openMsBetween(from: number, to: number): number {
  const last = localTime(to).toPlainDate()
  let sum = 0
  for (
    let day = localTime(from).toPlainDate();
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    const open = openTime(day)
    if (open) sum += Math.max(0, Math.min(to, open.closes) - Math.max(from, open.opens))
  }
  return sum
}

/** In whole minutes; 0 if the second instant is not the later one. */
export function businessMinutesBetween(from: Date, to: Date): number {
  const start = localTime(from.getTime())
  if (to <= from) return 0
  // Every week has the same hours: the clocks change while the business is closed.
  const { weeks } = start.until(localTime(to.getTime()), { largestUnit: 'weeks' })
  const rest = start.add({ weeks }).epochMilliseconds
  const oneWeek = openMsBetween(start.epochMilliseconds, start.add({ weeks: 1 }).epochMilliseconds)
  return Math.floor((weeks * oneWeek + openMsBetween(rest, to.getTime())) / 60_000)
}

/** The latest instant with N minutes of opening hours between itself and `to`. */
export function businessMinutesBefore(to: Date, minutes: number): Date {
  let missing = minutes * 60_000
  for (let day = localTime(to.getTime()).toPlainDate(); ; day = day.subtract({ days: 1 })) {
    const open = openTime(day)
    if (!open) continue
    const end = Math.min(to.getTime(), open.closes)
    const length = Math.max(0, end - open.opens)
    if (length >= missing) return new Date(end - missing)
    missing -= length
  }
}

/** The first instant with N minutes of opening hours between `from` and itself. */
export function businessMinutesAfter(from: Date, minutes: number): Date {
  let missing = minutes * 60_000
  for (let day = localTime(from.getTime()).toPlainDate(); ; day = day.add({ days: 1 })) {
    const open = openTime(day)
    if (!open) continue
    const start = Math.max(from.getTime(), open.opens)
    const length = Math.max(0, open.closes - start)
    if (length >= missing) return new Date(start + missing)
    missing -= length
  }
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
