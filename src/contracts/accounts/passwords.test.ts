import { expect, test } from 'vitest'
import { findLengthProblem, findNameProblem } from './passwords.ts'

const site = { name: 'Breezeway HVAC Network', domain: 'breezeway.example' }
const context = { site, email: 'jo.miller77@acme-heating.com', name: 'Jo Miller' }
const problem = 'Please use more than your name, your email address and the name of this site.'

test.each([
  'Breezeway2026!',
  '!!2026 breezeway ',
  'BREEZEWAY-HVAC-NETWORK',
  'breezewaybreezeway',
  'jomiller123456',
  'Jo.Miller77@acme-heating.com',
  'millermiller99',
  'Miller@Breezeway',
  'acmeheating2026',
  'm1i1l1l1e1r1',
])('%s is made of names', (password) => {
  expect(findNameProblem(password, context)).toBe(problem)
})

test.each([
  'correct horse battery',
  'breezeway palm tree',
  'xbreezeway2026',
  'breezewayx2026',
  '2026-11-22-07-18',
  'jojojojojojo',
  'combinations',
  '',
])('%j is not made of names alone', (password) => {
  expect(findNameProblem(password, context)).toBeUndefined()
})

test('whose name and email are not known may have any but the name of the site', () => {
  expect(findNameProblem('Breezeway2026!', { site })).toBe(problem)
  expect(findNameProblem('jomiller123456', { site })).toBeUndefined()
})

test('a name of repeated parts costs no time', () => {
  const tricky = { site, name: 'ana anaana anaanaana' }
  expect(findNameProblem('ana'.repeat(42), tricky)).toBeDefined()
  expect(findNameProblem(`${'ana'.repeat(42)}x`, tricky)).toBeUndefined()
})

test('a length is counted in characters as people see them', () => {
  expect(findLengthProblem('🌴'.repeat(11))).toBe('Please use at least 12 characters.')
  expect(findLengthProblem('🌴'.repeat(12))).toBeUndefined()
  expect(findLengthProblem('🌴'.repeat(128))).toBeUndefined()
  expect(findLengthProblem('🌴'.repeat(129))).toBe('Please use at most 128 characters.')
})
