import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCents, parseCents } from '#/contracts/money/amounts.ts'
import { chooseRule, type FeeRuleFacts } from './fee-choice.ts'

const rule = (id: number, more: Partial<FeeRuleFacts> = {}): FeeRuleFacts => ({
  id,
  contractorId: null,
  service: null,
  event: 'accepted',
  amountCents: 4_500,
  holdsFrom: '2026-01-01',
  ...more,
})
const occasion = {
  contractorId: 7,
  service: 'ac-repair',
  day: '2026-06-01',
  event: 'accepted' as const,
}

test.each<[string, FeeRuleFacts[], number | undefined]>([
  ['none', [], undefined],
  ['one of another event', [rule(1, { event: 'done' })], undefined],
  ['one that holds from tomorrow', [rule(1, { holdsFrom: '2026-06-02' })], undefined],
  ['one that holds from today', [rule(1, { holdsFrom: '2026-06-01' })], 1],
  ['one of another contractor', [rule(1, { contractorId: 8 })], undefined],
  ['one of another service', [rule(1, { service: 'duct-cleaning' })], undefined],
  [
    'the contractor over the service',
    [rule(2, { service: 'ac-repair' }), rule(1, { contractorId: 7 })],
    1,
  ],
  [
    'the service over none',
    [rule(2, { holdsFrom: '2026-05-01' }), rule(1, { service: 'ac-repair' })],
    1,
  ],
  [
    'both over the contractor',
    [rule(2, { contractorId: 7 }), rule(1, { contractorId: 7, service: 'ac-repair' })],
    1,
  ],
  ['the newest', [rule(1, { holdsFrom: '2026-03-01' }), rule(2)], 1],
  ['the one added last, of one day', [rule(2), rule(1)], 2],
])('of the rules decides: %s', (_name, rules, id) => {
  expect(chooseRule(rules, occasion)?.id).toBe(id)
  expect(chooseRule(rules.toReversed(), occasion)?.id).toBe(id)
})

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
