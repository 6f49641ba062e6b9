import { type DayName, dayNames } from '../days.ts'

/** When the business is open on a day: local times as `07:00`, in 24 hours; null for a day on which it is closed. */
export type OpenTimes = { opens: string; closes: string } | null

/** The seven days, Monday first. */
export type Week = readonly OpenTimes[]

/** A day on which the business is closed, or a holiday on which it is open. */
export type Holiday = {
  /** In the business's time zone, as `2026-11-26`. */
  day: string
  name: string
  isOpen: boolean
  /** One of the federal holidays, or the weekday on which one is observed. */
  isFederal: boolean
}

/** Days in a row with the same times. */
type HoursRow = { dayNames: DayName[]; times: OpenTimes }

function rowsOf(week: Week): HoursRow[] {
  const rows: HoursRow[] = []
  for (const [index, name] of dayNames.entries()) {
    const times = week[index] ?? null
    const last = rows.at(-1)
    const isSame = last?.times?.opens === times?.opens && last?.times?.closes === times?.closes
    if (last && isSame) last.dayNames.push(name)
    else rows.push({ dayNames: [name], times })
  }
  return rows
}

/** `19:00` as people read it: 7:00 PM. */
export function clockTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const half = hours < 12 ? 'AM' : 'PM'
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`
}

const narrow = (time: string) => clockTime(time).replace(':00', '').replace(' ', '')

/** Days in a row: 'Mon-Fri', or 'Mon' for one. */
export function spanInWords(days: readonly DayName[]): string {
  const [first = '', last = ''] = [days[0], days.at(-1)].map((day) => day?.slice(0, 3))
  return first === last ? first : `${first}-${last}`
}

/**
 * A week as pages and mails say it. `short`: when it is open, for narrow places: 'Mon-Fri 7AM-7PM, Sat 8AM-2PM'.
 * `long`: a line for each row: 'Mon-Fri 7:00 AM-7:00 PM', 'Sun Closed'.
 */
export function hoursInWords(week: Week) {
  const rows = rowsOf(week)
  const lineOf = ({ dayNames: days, times }: HoursRow, as: (time: string) => string) =>
    `${spanInWords(days)} ${times ? `${as(times.opens)}-${as(times.closes)}` : 'Closed'}`
  const open = rows.filter(({ times }) => times)
  return {
    short: open.map((row) => lineOf(row, narrow)).join(', ') || 'Closed',
    long: rows.map((row) => lineOf(row, clockTime)),
  }
}

/** The name of a field: `MondayOpens`. */
export const hoursField = (day: DayName, end: 'Opens' | 'Closes'): `${DayName}${typeof end}` =>
  `${day}${end}`
