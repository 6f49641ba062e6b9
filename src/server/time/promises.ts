import { business } from '#/content/business.ts'
import { businessMinutesAfter } from './business-hours.ts'

/**
 * Until when a request is answered, as its visitor was promised: an emergency by the clock, any other
 * in opening hours.
 */
export function promisedBy(receivedAt: Date, isUrgent: boolean): Date {
  if (isUrgent) return new Date(receivedAt.getTime() + business.promisedHours.emergency * 3_600_000)
  return businessMinutesAfter(receivedAt, business.waitLimits.usual.overdueAfterMinutes)
}

/** Made once: to make it takes longer than all else that a visitor is promised. */
const dayAndTimeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: business.timeZone,
  timeZoneName: 'short',
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** A time on a day of the next week, for a visitor who may be elsewhere: `Monday, Nov 30, 11:39 AM EST`. */
export function dayAndTime(at: Date): string {
  return dayAndTimeFormat.format(at)
}
