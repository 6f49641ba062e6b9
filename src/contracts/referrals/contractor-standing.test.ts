import { expect, test } from 'vitest'
import { isEligible, isPaused, standingOf, whyNotEligible } from './contractor-standing.ts'

const contractor = (overrides = {}) => ({
  licenseExpiresOn: '2028-08-31',
  insuranceExpiresOn: '2028-01-01',
  pausedUntil: null,
  ...overrides,
})

const words = (overrides: object, today: string) =>
  standingOf(contractor(overrides), today).map(({ tone, text }) => `${tone}: ${text}`)

test('a paper counts through its last day, and then keeps every offer away', () => {
  const lapsing = contractor({ licenseExpiresOn: '2026-08-31' })
  expect(isEligible(lapsing, '2026-08-31')).toBe(true)
  expect(isEligible(lapsing, '2026-09-01')).toBe(false)
  expect(whyNotEligible(lapsing, '2026-09-01')).toEqual(['License lapsed on Aug 31, 2026'])
  const uninsured = contractor({ insuranceExpiresOn: '2026-08-30' })
  expect(whyNotEligible(uninsured, '2026-08-31')).toEqual(['Insurance lapsed on Aug 30, 2026'])
})

test('the owner reads of it from thirty days before, what comes first at the top', () => {
  const papers = { licenseExpiresOn: '2026-12-31', insuranceExpiresOn: '2026-12-13' }
  expect(words(papers, '2026-11-12')).toEqual([])
  expect(words(papers, '2026-11-13')).toEqual([
    'soon: Insurance lapses in 30 days, on Dec 13, 2026',
  ])
  expect(words(papers, '2026-12-12')).toEqual([
    'soon: Insurance lapses in 1 day, on Dec 13, 2026',
    'soon: License lapses in 19 days, on Dec 31, 2026',
  ])
  expect(words(papers, '2026-12-13')[0]).toBe('soon: Insurance lapses tonight')
  expect(words(papers, '2026-12-14')).toEqual([
    'bad: Insurance lapsed on Dec 13, 2026',
    'soon: License lapses in 17 days, on Dec 31, 2026',
  ])
})

test('days are counted across the change of the clocks', () => {
  expect(words({ licenseExpiresOn: '2027-03-20' }, '2027-03-10')).toEqual([
    'soon: License lapses in 10 days, on Mar 20, 2027',
  ])
})

test('a pause ends on the day that is named', () => {
  const paused = { pausedUntil: '2026-12-01' }
  expect(words(paused, '2026-11-30')).toEqual(['quiet: Paused until Dec 1, 2026'])
  expect(words(paused, '2026-12-01')).toEqual([])
  expect(isPaused(paused, '2026-11-30')).toBe(true)
  expect(isPaused({ pausedUntil: null }, '2026-11-30')).toBe(false)
})
