import { Temporal } from 'temporal-polyfill'
import { business } from '#/content/business.ts'

/** The day where the business is, as `2027-08-31`. */
export function localDay(time = Date.now()): string {
  return Temporal.Instant.fromEpochMilliseconds(time)
    .toZonedDateTimeISO(business.timeZone)
    .toPlainDate()
    .toString()
}
