import { expect, test } from 'vitest'
import { standingOf } from './contractor-standing.ts'

const contractor = (overrides = {}) => ({
  licenseExpiresOn: '2028-08-31',
  insuranceExpiresOn: '2028-01-01',
  pausedUntil: null,
  ...overrides,
})

const words = (overrides: object, today: string) =>
  standingOf(contractor(overrides), today).map(({ tone, text }) => `${tone}: ${text}`)

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
