import { Temporal } from 'temporal-polyfill'
import type { Holiday } from '#/contracts/hours/week.ts'

/** A day on which the business is closed, or, with `isOpen`, open although it is a holiday. */
export type DecidedDay = Omit<Holiday, 'isFederal'>

type Fixed = readonly [month: number, day: number, name: string]

/** Holidays of the United States on a date of their own (5 U.S.C. 6103). */
const fixed: readonly Fixed[] = [
  [1, 1, 'New Year’s Day'],
  [6, 19, 'Juneteenth'],
  [7, 4, 'Independence Day'],
  [11, 11, 'Veterans Day'],
  [12, 25, 'Christmas Day'],
]

/** Those on a weekday of a month (Monday is 1): the Nth, or the last for -1. */
const floating: readonly (readonly [
  month: number,
  weekday: number,
  count: number,
  name: string,
])[] = [
  [1, 1, 3, 'Martin Luther King Jr. Day'],
  [2, 1, 3, 'Washington’s Birthday'],
  [5, 1, -1, 'Memorial Day'],
  [9, 1, 1, 'Labor Day'],
  [10, 1, 2, 'Columbus Day'],
  [11, 4, 4, 'Thanksgiving Day'],
]

function floatingDay(year: number, [month, weekday, count]: (typeof floating)[number]) {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  const earliest = first.add({ days: (weekday - first.dayOfWeek + 7) % 7 })
  if (count > 0) return earliest.add({ weeks: count - 1 })
  const fifth = earliest.add({ weeks: 4 })
  return fifth.month === month ? fifth : earliest.add({ weeks: 3 })
}

/** A holiday on a Saturday is kept on the Friday too, one on a Sunday on the Monday too. */
function daysKept(day: Temporal.PlainDate, name: string) {
  const days = day.dayOfWeek === 6 ? -1 : day.dayOfWeek === 7 ? 1 : 0
  const observed = { day: day.add({ days }), name: `${name} (observed)` }
  return days === 0 ? [{ day, name }] : [{ day, name }, observed]
}

/** The federal holidays of a year with the days on which they are observed, in order. */
export function federalHolidays(year: number): DecidedDay[] {
  const kept = [year, year + 1].flatMap((each) =>
    fixed.flatMap(([month, day, name]) =>
      daysKept(Temporal.PlainDate.from({ year: each, month, day }), name),
    ),
  )
  const others = floating.map((rule) => ({ day: floatingDay(year, rule), name: rule[3] }))
  return [...kept, ...others]
    .filter(({ day }) => day.year === year)
    .map(({ day, name }) => ({ day: day.toString(), name, isOpen: false }))
    .sort((one, other) => (one.day < other.day ? -1 : 1))
}
