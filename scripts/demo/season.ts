import { Temporal } from 'temporal-polyfill'
import { business } from '#/content/business.ts'
import type { Random } from './random.ts'

/** So many days before today the season begins. */
export const seasonDays = 120

/** What the weather is like on a day: it decides what breaks. */
export type Weather = 'usual' | 'heat' | 'cold' | 'storm'

/** A day of the season. */
export type SeasonDay = {
  date: Temporal.PlainDate
  weather: Weather
  isHoliday: boolean
  /** So many times the requests of a usual day. */
  demand: number
}

/** A spell of weather, in days before today. Hot ones come in the warm months only. */
const spells: { from: number; to: number; weather: Weather; demand: number }[] = [
  { from: 108, to: 100, weather: 'heat', demand: 1.8 },
  { from: 71, to: 70, weather: 'storm', demand: 0.7 },
  { from: 69, to: 65, weather: 'storm', demand: 2.8 },
  { from: 41, to: 34, weather: 'heat', demand: 1.9 },
  { from: 12, to: 8, weather: 'heat', demand: 1.6 },
]

/** By the day of the week, from Monday. People write on Sunday too, when nobody answers. */
const byWeekday = [1.35, 1.15, 1.05, 1, 1.05, 0.8, 0.6]

/** By the hour: before work, in the lunch break and after dinner. */
const byHour = [
  ...[0.3, 0.2, 0.1, 0.1, 0.2, 0.5, 1.4, 2.6, 4, 4.4, 4.1, 3.8, 4.2],
  ...[3.6, 3.2, 3, 3.1, 3.4, 3.6, 3.7, 3.4, 2.6, 1.6, 0.8],
]

const isWarm = ({ month }: Temporal.PlainDate) => month >= 4 && month <= 10

/** The date of a weekday in a month: the first Monday, the fourth Thursday. */
function nth(year: number, month: number, weekday: number, count: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  const days = ((weekday - first.dayOfWeek + 7) % 7) + (count - 1) * 7
  return first.add({ days })
}

function isHoliday(date: Temporal.PlainDate): boolean {
  const { year } = date
  const fixed = ['01-01', '07-04', '12-24', '12-25', '12-31']
  const moving = [nth(year, 9, 1, 1), nth(year, 11, 4, 4), nth(year, 5, 1, 5)]
  // May may have only four Mondays.
  const memorial = moving[2]?.month === 5 ? moving[2] : nth(year, 5, 1, 4)
  return (
    fixed.includes(date.toString().slice(5)) ||
    [moving[0], moving[1], memorial].some((day) => day?.equals(date))
  )
}

/** The days of the season that ends now, oldest first. */
export function daysUntil(now: Date): SeasonDay[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(business.timeZone)
    .toPlainDate()
  return Array.from({ length: seasonDays + 1 }, (_, index) => {
    const before = seasonDays - index
    const date = today.subtract({ days: before })
    const spell = spells.find(({ from, to }) => before <= from && before >= to)
    const isOff = isHoliday(date)
    const weather = spell?.weather ?? 'usual'
    return {
      date,
      weather: weather === 'heat' && !isWarm(date) ? 'cold' : weather,
      isHoliday: isOff,
      demand: (spell?.demand ?? 1) * (byWeekday[date.dayOfWeek - 1] ?? 1) * (isOff ? 0.35 : 1),
    }
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
