import { expect, test } from 'vitest'
import { durationText, untilText } from './times.tsx'

const now = Date.parse('2026-03-04T19:05:00Z')
const inMinutes = (minutes: number) => untilText(now + minutes * 60_000, now)

test('what is to come has its time, and what should have come says since when', () => {
  expect(inMinutes(0.5)).toBe('in a moment')
  expect(inMinutes(5)).toBe('in 5 min')
  expect(inMinutes(180)).toBe('in 3 hr, Mar 4, 5:05 PM')
  expect(inMinutes(47 * 60)).toBe('in 47 hr, Mar 6, 1:05 PM')
  expect(inMinutes(7 * 24 * 60)).toBe('in 7 days, Mar 11, 3:05 PM')
  expect(inMinutes(-0.5)).toBe('in a moment')
  expect(inMinutes(-180)).toBe('as soon as possible: due since Mar 4, 11:05 AM')
})

test('a duration is as exact as it needs to be', () => {
  expect([44.6, 200, 180, 1860].map(durationText)).toEqual([
    '45 min',
    '3 hr 20 min',
    '3 hr',
    '31 hr',
  ])
})
