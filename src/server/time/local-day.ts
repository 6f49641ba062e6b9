import { Temporal } from 'temporal-polyfill'
import { business } from '#/content/business.ts'

/** The day where the business is, as `2027-08-31`. */
export function localDay(time = Date.now()): string {
  return Temporal.Instant.fromEpochMilliseconds(time)
    .toZonedDateTimeISO(business.timeZone)
    .toPlainDate()
    .toString()
}

/** A time where the business is, for a person: `Nov 25, 2026, 3:17 AM EST`. */
export function inWords(at: Date | string): string {
  return new Date(at).toLocaleString('en-US', {
    ...{ timeZone: business.timeZone, timeZoneName: 'short' },
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  })
}
