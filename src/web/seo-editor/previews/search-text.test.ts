import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitText, judgeLength } from './search-text.ts'

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

test('a length is judged by characters and by pixels', () => {
  const judge = (text: string, perCharacter: number) =>
    judgeLength('title', text, (shown) => shown.length * perCharacter)
  expect(judge('x'.repeat(49), 10).verdict).toBe('short')
  expect(judge('x'.repeat(50), 10)).toMatchObject({ count: 50, width: 500, verdict: 'good' })
  expect(judge('x'.repeat(60), 9).verdict).toBe('good')
  expect(judge('x'.repeat(61), 9).verdict).toBe('long')
  expect(judge('W'.repeat(50), 18).verdict).toBe('cut')
  expect(judge('  '.padEnd(60, '❄'), 1).count).toBe(58)
})
