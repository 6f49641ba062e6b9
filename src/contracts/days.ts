/** Days without a time, written as `2027-08-31`, and months as `2027-08`: such texts compare as they do. */

/** The days of the week as schema.org names them, Monday first. */
export const dayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export type DayName = (typeof dayNames)[number]

/** A day of 24 hours, in milliseconds. */
export const dayMs = 86_400_000

const formatWith = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', ...options })

const dayFormat = formatWith({ month: 'short', day: 'numeric' })
const monthFormat = formatWith({ month: 'long' })

/** How many days lie between two days; less than zero where `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

export function dayInWords(day: string): string {
  return dayFormat.format(Date.parse(day))
}

/** The month that is N months after another. */
export function monthAfter(month: string, count = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

/** 'November 2026'. */
export function monthInWords(month: string): string {
  return monthFormat.format(Date.parse(`${month}-01`))
}
