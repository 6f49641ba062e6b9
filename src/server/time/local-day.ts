import { business } from '#/content/business.ts'

/** In Canada's English a day is written as year, month, day. */
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: business.timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day where the business is, as `2027-08-31`. */
export function localDay(time = Date.now()): string {
  return dayFormat.format(time)
}

/** A time where the business is, for a person: `Nov 25, 2026, 3:17 AM EST`. */
export function inWords(at: Date | string): string {
  return new Date(at).toLocaleString('en-US', {
    timeZone: business.timeZone,
    timeZoneName: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** Returns an instant, in milliseconds since 1970, as clients get it: ISO 8601 in UTC. */
export const asIso = (at: number | null | undefined): string | null =>
  at == null ? null : new Date(at).toISOString()
