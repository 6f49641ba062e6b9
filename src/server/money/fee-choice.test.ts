import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCents, parseCents, parsePercent } from '#/contracts/money/amounts.ts'
import { chooseRule, type FeeRuleFacts, feeBy, feeInWords } from './fee-choice.ts'

const rule = (id: number, more: Partial<FeeRuleFacts> = {}): FeeRuleFacts => ({
  ...{ id, contractorId: null, service: null, event: 'accepted', percent: null },
  ...{ amountCents: 4_500, holdsFrom: '2026-01-01', ...more },
})
const occasion = {
  ...{ contractorId: 7, service: 'ac-repair', day: '2026-06-01' },
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
  ['fixed', { amountCents: 4_500, percent: null }, null, 4_500],
  ['a share of what is not known', { amountCents: null, percent: 500 }, null, undefined],
  ['a share', { amountCents: null, percent: 500 }, 120_000, 6_000],
  ['half a cent', { amountCents: null, percent: 1_250 }, 1_004, 126],
  ['just below it', { amountCents: null, percent: 1_250 }, 1_003, 125],
])('a fee: %s', (_name, by, value, cents) => {
  expect(feeBy(by, value)).toBe(cents)
})

test('a share is within half a cent of the exact one', () => {
  const cents = fc.integer({ min: 0, max: 100_000_000 })
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 10_000 }), (value, percent) => {
      const fee = BigInt(feeBy({ amountCents: null, percent }, value) ?? -1)
      const off = BigInt(value) * BigInt(percent) - fee * 10_000n
      expect(off >= -5_000n && off < 5_000n).toBe(true)
    }),
  )
})

test('a fee says what it is for', () => {
  expect(feeInWords({ event: 'done', percent: 1_250 }, 120_050)).toBe(
    'Job done, 12.5% of $1,200.50',
  )
  expect(feeInWords({ event: 'accepted', percent: null }, null)).toBe('Request accepted')
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

test.each([
  ['12.5%', 1_250],
  ['5', 500],
  ['0', undefined],
  ['100.01', undefined],
  ['x', undefined],
])('%j as a share', (text, hundredths) => {
  expect(parsePercent(text)).toBe(hundredths)
})
