import { expect, test } from 'vitest'
import { matchesSearch, searchTerms } from './search-terms.ts'

const lead = { name: 'José  Ibáñez-Ávila', email: 'Jo.Se@Example.com', phone: '3865550142' }
const fromAbroad = { name: 'Ann', email: 'ann@example.com', phone: '+44 20 7946 0958' }

test.each(['', '   ', '\u200b', '\u0301', '\u200e \u202c'])('%j looks for nothing', (search) => {
  expect(searchTerms(search)).toBeUndefined()
  expect(matchesSearch(lead, search)).toBe(true)
})

test.each<[string, string | undefined]>([
  ['123-4567', '123-4567'],
  ['1234567', '123-4567'],
  [' 123 4567 ', '123-4567'],
  ['１２３-４５６７', '123-4567'],
  ['123-456', undefined],
  ['12-34567', undefined],
  ['11234567', undefined],
  ['+1234567', undefined],
])('%j may be the reference %j', (search, reference) => {
  expect(searchTerms(search)?.reference).toBe(reference)
  const named = { ...lead, reference: '123-4567' }
  expect(matchesSearch(named, search)).toBe(reference !== undefined)
})

test('seven digits are looked for in phone numbers too', () => {
  expect(searchTerms('555-0142')).toEqual({
    ...{ typed: '555-0142', asStored: ['5550142'], reference: '555-0142' },
  })
  expect(matchesSearch({ ...lead, reference: '123-4567' }, '555-0142')).toBe(true)
})

test.each<[string, string[]]>([
  ['José', []],
  ['e9', []],
  // As typed they are the digits already.
  ['386', []],
  ['3865550142', []],
  ['(386) 555-0142', ['3865550142']],
  ['386.555.0142', ['3865550142']],
  ['386/555', ['386555']],
  ['386\u2011555', ['386555']],
  ['tel:386555', ['386555']],
  ['TEL:386555', ['386555']],
  ['tel:+1 (386) 555', ['1386555', '\n386555']],
  ['+1 386', ['1386', '\n386']],
  ['1386', ['\n386']],
  ['1', []],
  ['21386', []],
  ['020 7946', ['0207946', '207946']],
  ['00442', ['442']],
  ['012', []],
  ['0123', ['123']],
  ['0000', []],
  ['0000 12', ['000012']],
  ['50123', []],
  ['hotel:386', []],
  ['386 x', []],
  ['x 386', []],
  ['tel:-', []],
  // Pasted from a phone's contacts, and in full width.
  ['\u202a+1 386\u202c', ['1386', '\n386']],
  ['３８６-555', ['386555']],
  ['Anna@BÜRO.example', ['anna@xn--bro-hoa.example']],
  ['anna@example.com', []],
  ['@büro', []],
])('%j is also looked for as it is stored', (search, asStored) => {
  expect(searchTerms(search)).toMatchObject({ typed: search, asStored })
})

test.each([
  'jose',
  'JOSÉ ibanez',
  'ibáñez-avila',
  'jo.se@example',
  'José\u200b Ibáñez',
  'José \t Ibáñez',
  ' jose ',
  '(386) 555-01',
  '+1 386 555 0142',
  '1386',
  '0142',
])('%j finds a lead', (search) => {
  expect(matchesSearch(lead, search)).toBe(true)
})

test.each(['josef', 'ibanezavila', '386 556', '+1 555', '1555', 'example.com\n386', '@ example'])(
  '%j does not',
  (search) => {
    expect(matchesSearch(lead, search)).toBe(false)
  },
)

test('an email address is found in any alphabet', () => {
  const anna = { name: 'Anna', email: 'anna@xn--bro-hoa.example', phone: '3865550143' }
  for (const search of ['anna@büro.example', 'ANNA@BÜRO.EXAMPLE', anna.email]) {
    expect([search, matchesSearch(anna, search)]).toEqual([search, true])
  }
  expect(matchesSearch(anna, 'anna@buro.example')).toBe(false)
})

test('a number from abroad is found as it is dialled at home and from outside', () => {
  for (const search of ['020 7946', '+44 20', '0044 20', '7946 0958']) {
    expect([search, matchesSearch(fromAbroad, search)]).toEqual([search, true])
  }
})
