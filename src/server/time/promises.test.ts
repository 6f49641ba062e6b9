import { expect, test } from 'vitest'
import { promiseOf } from './promises.ts'

test.each([
  ['on a weekday', '2026-11-10T09:00-05:00', 'Thursday 9 AM'],
  ['on a Friday', '2026-11-20T16:00-05:00', 'Monday 10 AM'],
  ['on a Saturday night', '2026-11-28T01:24-05:00', 'Monday 1 PM'],
  ['between two hours', '2026-11-25T17:01-05:00', 'Friday 6 PM'],
  ['before the clocks go back', '2026-10-31T13:00-04:00', 'Monday 6 PM'],
])('a request %s is answered in twelve opening hours', (_when, received, answerBy) => {
  const since = Date.parse(received)
  expect(promiseOf(since, false, since)).toEqual({ answerBy, isOver: false })
})

test('an emergency is answered in a day by the clock, and never after any other', () => {
  const saturday = Date.parse('2026-11-28T21:40-05:00')
  expect(promiseOf(saturday, true, saturday).answerBy).toBe('Sunday 10 PM')
  const before = Date.parse('2026-10-31T22:00-04:00')
  expect(promiseOf(before, true, before).answerBy).toBe('Sunday 9 PM')
})

test('a promise of another week has its date, and is over at its hour', () => {
  const since = Date.parse('2026-11-20T16:00-05:00')
  const at = (time: string) => promiseOf(since, false, Date.parse(time))
  expect(at('2026-11-23T09:59-05:00')).toEqual({ answerBy: 'Monday 10 AM', isOver: false })
  expect(at('2026-11-23T10:00-05:00')).toEqual({ answerBy: 'Monday 10 AM', isOver: true })
  expect(at('2026-12-01T10:00-05:00').answerBy).toBe('Monday, Nov 23, 10 AM')
})
