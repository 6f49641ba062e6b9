import { expect, test } from 'vitest'
import {
  answerText,
  durationText,
  fullTime,
  sheetTime,
  sinceText,
  timeLines,
  untilText,
} from './dates.ts'

const at = (iso: string) => Date.parse(iso)
// 2:05 PM in New York, in winter.
const now = at('2026-03-04T19:05:00Z')

// Which kind of space stands before PM differs between versions of Unicode's data: \s is any.
test.each<[string, string, string?]>([
  ['2026-03-04T19:06:00Z', 'just now'],
  ['2026-03-04T19:04:00Z', '1 min ago'],
  ['2026-03-04T18:05:00Z', '1 hr ago'],
  ['2026-03-04T05:01:00Z', '14 hr ago'],
  ['2026-03-04T04:59:00Z', 'yesterday'],
  ['2026-03-03T04:59:00Z', '2 days ago'],
  ['2026-02-26T19:05:00Z', '6 days ago'],
  ['2026-02-25T19:05:00Z', 'Feb 25, 2026'],
  // Across midnight, while it is the same night.
  ['2026-03-04T04:00:00Z', '2 hr ago', '2026-03-04T06:00:00Z'],
  // Clocks go forward at 2 AM on March 8, 2026, so that day has 23 hours.
  ['2026-03-07T05:30:00Z', '2 days ago', '2026-03-09T04:30:00Z'],
])('%s is %s', (iso, words, from = '2026-03-04T19:05:00Z') => {
  expect(timeLines(at(iso), at(from))[0]).toBe(words)
})

test('the exact time stands below, without the date where the first line has it', () => {
  expect(timeLines(now, now)[1]).toMatch(/^Mar 4, 2:05\sPM$/)
  expect(timeLines(at('2026-02-25T19:05:00Z'), now)[1]).toMatch(/^2:05\sPM$/)
})

test('exact times are in New York, in winter and in summer, and sort as text in a spreadsheet', () => {
  expect(fullTime(now)).toMatch(/^Wednesday, Mar 4, 2026, at 2:05\sPM EST$/)
  expect(fullTime(at('2026-07-04T19:05:00Z'))).toMatch(/3:05\sPM EDT$/)
  expect(sheetTime(now)).toBe('2026-03-04 14:05')
  expect(sheetTime(at('2026-03-05T05:00:00Z'))).toBe('2026-03-05 00:00')
})

const inMinutes = (minutes: number) => untilText(now + minutes * 60_000, now)

test('what is to come has its time, and what should have come says since when', () => {
  expect(inMinutes(0.5)).toBe('in a moment')
  expect(inMinutes(5)).toBe('in 5 min')
  expect(inMinutes(7 * 24 * 60)).toBe('in 7 days, Mar 11, 3:05 PM')
  expect(inMinutes(-180)).toBe('as soon as possible (it was due Mar 4, 11:05 AM)')
  expect(answerText(now + 300_000, now)).toBe('Answer due in 5 min')
  expect(answerText(now - 180 * 60_000, now)).toBe('Answer overdue since Mar 4, 11:05 AM')
})

test.each([
  ['2026-03-04T19:04:50Z', 'for under a minute'],
  ['2026-03-04T19:00:00Z', 'for 5 min'],
  ['2026-03-03T05:01:00Z', 'since yesterday'],
  ['2026-02-25T19:05:00Z', 'since Feb 25, 2026'],
])('what has been so since %s has been so %s', (iso, words) => {
  expect(sinceText(at(iso), now)).toBe(words)
})

test('a duration is as exact as it needs to be', () => {
  expect([44.6, 200, 180, 599, 638, 1860].map(durationText)).toEqual([
    '45 min',
    '3 hr 20 min',
    '3 hr',
    '9 hr 59 min',
    '11 hr',
    '31 hr',
  ])
})
