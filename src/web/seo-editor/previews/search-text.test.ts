import { expect, test } from 'vitest'
import { fitText, judgeLength, searchLimits } from './search-text.ts'

/** Ten pixels to a character. */
const measure = (text: string) => text.length * 10

test('a text that fits is shown whole, its white space as one; a wider one is cut after a word', () => {
  expect(fitText('AC  repair\nnow ', 130, measure)).toBe('AC repair now')
  expect(fitText('AC repair in Deltona', 160, measure)).toBe('AC repair in ...')
  expect(fitText('AC repair in Deltona', 159, measure)).toBe('AC repair ...')
})

test('a length gets one verdict, which says what the previews show', () => {
  for (const name of ['title', 'description'] as const) {
    const { desktop, phone } = searchLimits[name]
    for (const width of [desktop - 1, desktop, desktop + 0.4, phone, phone + 0.4, 2000]) {
      const measureIt = (text: string) => (text.endsWith('...') ? 10 : width)
      const cutOn = (limit: number) => fitText('Two  words', limit, measureIt) !== 'Two words'
      const { advice } = judgeLength(name, 'Two  words', measureIt)
      expect(/whole on a desktop/i.test(advice)).toBe(!cutOn(desktop))
      expect(/whole on (a desktop and on )?a phone/i.test(advice)).toBe(!cutOn(phone))
    }
  }
  const judge = (text: string, perCharacter: number) =>
    judgeLength('title', text, (shown) => shown.length * perCharacter)
  expect(judge('x'.repeat(50), 10)).toMatchObject({ count: 50, width: 500, verdict: 'whole' })
  expect(judge('x'.repeat(60), 10)).toMatchObject({ width: 600, verdict: 'partly' })
  expect(judge('x'.repeat(66), 10).verdict).toBe('cut')
  expect(judge('  '.padEnd(60, '❄'), 1).count).toBe(58)
})
