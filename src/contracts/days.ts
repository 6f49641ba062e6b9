/** Days without a time, written as `2027-08-31`: such texts compare as the days do. */

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
const dayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})

/** How many days lie between two days; less than zero where `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

export function dayInWords(day: string): string {
  return dayFormat.format(Date.parse(day))
}
