import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCents, parseCents } from './amounts.ts'

test.each([
  ['45', 4_500],
  [' $1,200.5 ', 120_050],
  ['0.07', 7],
  ['1200.555', undefined],
  ['12,00', undefined],
  ['-5', undefined],
  ['1000000.01', undefined],
  ['', undefined],
])('%j in dollars', (text, cents) => {
  expect(parseCents(text)).toBe(cents)
})

test('what is shown of an amount is read as the same one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
      expect(parseCents(formatCents(cents))).toBe(cents)
    }),
  )
})
