import { Temporal } from 'temporal-polyfill'
import { business } from '#/content/business.ts'
import { dayNames } from '#/contracts/days.ts'
import type { OfferHours } from '#/contracts/referrals/offer-hours.ts'
import { businessMinutesAfter } from '#/server/time/business-hours.ts'
import { type Instant, minuteMs } from '../state.ts'

/**
 * When a contractor next wants offers: at this very instant where they want them now. Their hours are
 * those of the clock on the wall, whatever the season.
 */
export function nextWanted({ days, from, until }: OfferHours, at: Instant): Instant {
  const { timeZone } = business
  const start = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = start.toPlainDate().add({ days: ahead })
    const name = dayNames[day.dayOfWeek - 1]
    if (!name || !days.includes(name)) continue
    const msOf = (plainTime: string) =>
      day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
    if (at < msOf(until)) return Math.max(at, msOf(from))
  }
  return at
}

/** When the business is open next: at this very instant where it is open now. */
export const nextOpen = (at: Instant): Instant =>
  businessMinutesAfter(new Date(at), 1).getTime() - minuteMs
