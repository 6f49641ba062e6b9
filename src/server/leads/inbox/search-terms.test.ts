import { expect, test } from 'vitest'
import { searchTerms } from './search-terms.ts'

test.each(['', '   ', '\u200b', '\u0301', '\u200e \u202c'])('%j looks for nothing', (search) => {
  expect(searchTerms(search)).toBeUndefined()
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
  // A reference.
  ['723-4567', ['7234567']],
  // Pasted from a phone's contacts, and in full width.
  ['\u202a+1 386\u202c', ['1386', '\n386']],
  ['３８６-555', ['386555']],
  ['Anna@BÜRO.example', ['anna@xn--bro-hoa.example']],
  ['anna@example.com', []],
  ['@büro', []],
])('%j is also looked for as it is stored', (search, asStored) => {
  expect(searchTerms(search)).toEqual({ typed: search, asStored })
})
