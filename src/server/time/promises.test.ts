import { expect, test } from 'vitest'
import { dayAndTime, promisedBy } from './promises.ts'

test.each([
  ['on a weekday', '2026-11-10T09:00-05:00', 'Thursday, Nov 12, 9:00 AM EST'],
  ['on a Friday', '2026-11-20T16:00-05:00', 'Monday, Nov 23, 10:00 AM EST'],
  ['on a Saturday night', '2026-11-28T21:39-05:00', 'Monday, Nov 30, 7:00 PM EST'],
  ['before Thanksgiving', '2026-11-25T18:00-05:00', 'Friday, Nov 27, 6:00 PM EST'],
  ['before the clocks go back', '2026-10-31T13:00-04:00', 'Monday, Nov 2, 6:00 PM EST'],
])('a request %s is answered in twelve opening hours', (_when, received, words) => {
  expect(dayAndTime(promisedBy(new Date(received), false))).toBe(words)
})

test('an emergency is answered by the clock, whatever the day', () => {
  const saturday = new Date('2026-11-28T21:40-05:00')
  expect(dayAndTime(promisedBy(saturday, true))).toBe('Sunday, Nov 29, 9:40 PM EST')
  const before = new Date('2026-10-31T22:00-04:00')
  expect(dayAndTime(promisedBy(before, true))).toBe('Sunday, Nov 1, 9:00 PM EST')
})
