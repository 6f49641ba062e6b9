import { Temporal } from 'temporal-polyfill'
import { business } from '#/content/business.ts'
import type { Random } from './random.ts'

/** The days of the season before today. */
const seasonDays = 120

/** What the weather was like before a day: it decides what breaks. */
export type Weather = 'usual' | 'storm'

/** A day of the season. */
export type SeasonDay = {
  date: Temporal.PlainDate
  weather: Weather
  /** How many times the requests of a usual day there are. */
  demand: number
}

/** A storm, in days before today: hardly anybody writes while it is there, and many do afterwards. */
const storm = { from: 71, overAt: 69, to: 65 }

/** By the day of the week, from Monday. People write on Sunday too, when no office answers. */
const byWeekday = [1.35, 1.15, 1.05, 1, 1.05, 0.8, 0.6]

/** By the hour: before work, in the lunch break and after dinner. */
const byHour = [
  ...[0.3, 0.2, 0.1, 0.1, 0.2, 0.5, 1.4, 2.6, 4, 4.4, 4.1, 3.8, 4.2],
  ...[3.6, 3.2, 3, 3.1, 3.4, 3.6, 3.7, 3.4, 2.6, 1.6, 0.8],
]

/** The days of the season that ends now, oldest first. */
export function daysUntil(now: Date): SeasonDay[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(business.timeZone)
    .toPlainDate()
  return Array.from({ length: seasonDays + 1 }, (_, index) => {
    const before = seasonDays - index
    const date = today.subtract({ days: before })
    const isStorm = before <= storm.from && before >= storm.to
    const usual = byWeekday[date.dayOfWeek - 1] ?? 1
    if (!isStorm) return { date, weather: 'usual', demand: usual }
    return { date, weather: 'storm', demand: usual * (before > storm.overAt ? 0.7 : 2.8) }
  })
}

/** A day of the season, counted from 0. */
export function dayOf(days: readonly SeasonDay[], index: number): SeasonDay {
  const day = days[index]
  if (!day) throw new Error(`the season has no day ${index}`)
  return day
}

/** An instant on a local day. */
export function instantOn(date: Temporal.PlainDate, minuteOfDay: number): Date {
  const local = date.toZonedDateTime(business.timeZone).add({ minutes: Math.floor(minuteOfDay) })
  return new Date(local.epochMilliseconds)
}

/** When requests of a day come, as people write them. */
export function timesOn({ date, demand }: SeasonDay, average: number, random: Random): Date[] {
  const hours = Object.fromEntries(byHour.map((weight, hour) => [String(hour), weight]))
  return Array.from({ length: random.count(average * demand) }, () =>
    instantOn(date, Number(random.weighted(hours)) * 60 + random.next() * 60),
  )
    .map((at) => new Date(at.getTime() + random.between(0, 59_000)))
    .sort((a, b) => a.getTime() - b.getTime())
}
