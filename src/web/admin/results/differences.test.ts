import { expect, test } from 'vitest'
import { differenceInWords, waitDifferenceInWords } from './differences.ts'

const of = (now: number, before: number, less: 'less' | 'fewer' = 'fewer') =>
  differenceInWords({ now, before, asText: String, period: '30 days', less })

test('a difference is said in words, whichever way it goes', () => {
  expect(of(46, 34)).toBe('12 more than in the 30 days before (34)')
  expect(of(0, 34)).toBe('34 fewer than in the 30 days before (34)')
  expect(of(0, 34, 'less')).toBe('34 less than in the 30 days before (34)')
  expect(of(7, 7)).toBe('the same as in the 30 days before')
})

test('so is how much sooner or later something was, and that there is nothing to compare', () => {
  const wait = (median: number) => ({ median, ninetieth: 2 * median })
  const words = (now: number | null, before: number | null) =>
    waitDifferenceInWords(
      now === null ? null : wait(now),
      before === null ? null : wait(before),
      '7 days',
    )
  expect(words(80, 100)).toBe('20 min sooner than in the 7 days before (1 hr 40 min)')
  expect(words(100, 80)).toBe('20 min later than in the 7 days before (1 hr 20 min)')
  expect(words(80.2, 80)).toBe('the same as in the 7 days before')
  expect(words(1200, 1860)).toBe('sooner than in the 7 days before (31 hr)')
  expect(words(599.5, 80)).toBe('later than in the 7 days before (1 hr 20 min)')
  expect(words(80, null)).toBe('none matched in the 7 days before')
  expect(words(null, 80)).toBe('half within 1 hr 20 min in the 7 days before')
})
