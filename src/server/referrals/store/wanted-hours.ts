import { Temporal } from 'temporal-polyfill'
import { business } from '#/content/business.ts'
import { dayNames } from '#/contracts/days.ts'
import type { OfferHours } from '#/contracts/referrals/offer-hours.ts'
import { businessMinutesAfter } from '#/server/time/business-hours.ts'

const minuteMs = 60_000

/**
 * When a contractor next wants offers: at this very instant where they want them now. Their hours are
 * those of the clock on the wall, whatever the season.
 */
export function nextWanted({ days, from, until }: OfferHours, at: Date): Date {
  const { timeZone } = business
  const start = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = start.toPlainDate().add({ days: ahead })
    const name = dayNames[day.dayOfWeek - 1]
    if (!name || !days.includes(name)) continue
    const msOf = (plainTime: string) =>
      day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
    if (at.getTime() < msOf(until)) return new Date(Math.max(at.getTime(), msOf(from)))
  }
  return at
}

/** When the business is open next: at this very instant where it is open now. */
export function nextOpen(at: Date): Date {
  return new Date(businessMinutesAfter(at, 1).getTime() - minuteMs)
}
