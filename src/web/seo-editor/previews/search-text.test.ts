import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitText, judgeLength, searchLimits } from './search-text.ts'

/** Ten pixels to a character. */
const measure = (text: string) => text.length * 10

test('a text that fits is shown whole, its white space as one', () => {
  expect(fitText('AC  repair\nnow ', 130, measure)).toEqual({
    shown: 'AC repair now',
    isCut: false,
  })
})

test('a wider one is cut after a word, so that the ellipsis fits too', () => {
  expect(fitText('AC repair in Deltona', 160, measure)).toEqual({
    shown: 'AC repair in ...',
    isCut: true,
  })
  expect(fitText('AC repair in Deltona', 159, measure).shown).toBe('AC repair ...')
})

test('one endless word is cut between its characters, never inside one', () => {
  expect(fitText('Supercalifragilistic', 80, measure).shown).toBe('Super...')
  expect(fitText('👩‍🔧'.repeat(9), 120, measure).shown).toBe('👩‍🔧...')
})

test('what is shown always fits', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.integer({ min: 40, max: 900 }), (text, width) => {
      expect(measure(fitText(text, width, measure).shown)).toBeLessThanOrEqual(width)
    }),
  )
})

test('a length gets one verdict, which says what the previews show', () => {
  for (const name of ['title', 'description'] as const) {
    const { desktop, phone } = searchLimits[name]
    for (const width of [desktop - 1, desktop, desktop + 0.4, phone, phone + 0.4, 2000]) {
      const measureIt = (text: string) => (text.endsWith('...') ? 10 : width)
      const cutOn = (limit: number) => fitText('Two  words', limit, measureIt).isCut
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
