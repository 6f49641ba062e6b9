import { business } from '#/content/business.ts'

const format = new Intl.DateTimeFormat('en-US', {
  timeZone: business.timeZone,
  dateStyle: 'medium',
  timeStyle: 'short',
})

/** A time in the network's zone: 'Mar 4, 2026, 2:05 PM'. Takes ISO 8601. */
export function localTime(iso: string): string {
  return format.format(Date.parse(iso))
}
