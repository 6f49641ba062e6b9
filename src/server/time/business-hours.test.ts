import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  businessMinutesAfter,
  businessMinutesBefore,
  businessMinutesBetween,
  lastLocalDays,
} from './business-hours.ts'

const at = (text: string) => new Date(text)

test.each([
  ['within a day', '2026-07-15T10:00-04:00', '2026-07-15T11:30-04:00', 90],
  ['over a night', '2026-07-15T18:00-04:00', '2026-07-16T08:00-04:00', 120],
  ['over a weekend', '2026-07-17T18:00-04:00', '2026-07-20T08:00-04:00', 60 + 360 + 60],
  ['a whole week', '2026-07-13T12:00-04:00', '2026-07-20T12:00-04:00', 5 * 720 + 360],
  ['clocks go forward', '2026-03-07T13:00-05:00', '2026-03-09T08:00-04:00', 60 + 60],
  ['clocks go back', '2026-10-31T13:00-04:00', '2026-11-02T08:00-05:00', 60 + 60],
  ['over Thanksgiving', '2026-11-25T18:00-05:00', '2026-11-27T08:00-05:00', 60 + 60],
  ['the night the clocks go back', '2026-11-01T00:30-04:00', '2026-11-01T03:30-05:00', 0],
  ['backwards', '2026-07-15T12:00-04:00', '2026-07-15T11:00-04:00', 0],
])('%s', (_name, from, to, minutes) => {
  expect(businessMinutesBetween(at(from), at(to))).toBe(minutes)
})

test('going back or on by opening hours undoes counting them', () => {
  const instants = fc.date({ min: at('2020-01-01'), max: at('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 5000 }), (from, minutes) => {
      expect(businessMinutesBetween(businessMinutesBefore(from, minutes), from)).toBe(minutes)
      expect(businessMinutesBetween(from, businessMinutesAfter(from, minutes))).toBe(minutes)
    }),
  )
})

test('years between two instants have the hours of their days', () => {
  // 514 weekdays of 12 hours and 104 Saturdays of 6 in two years, without their holidays.
  const two = businessMinutesBetween(at('2024-01-01T00:00-05:00'), at('2026-01-01T00:00-05:00'))
  const weekdays = 262 + 261 - 11 - 11
  const saturdays = 52 + 52
  expect(two).toBe(weekdays * 720 + saturdays * 360)
})

test('thirty days end with today’s date where the business is', () => {
  const { days, since } = lastLocalDays(at('2026-11-20T02:00Z'), 30)
  expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-10-21', '2026-11-19'])
  expect(since.toISOString()).toBe('2026-10-21T04:00:00.000Z')
})
