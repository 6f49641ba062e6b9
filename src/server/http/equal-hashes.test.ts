import { expect, test } from 'vitest'
import { hashesAreEqual } from './equal-hashes.ts'

test.each([
  ['secret', 'secret', true],
  ['secret', 'Secret', false],
  ['secre', 'secret', false],
  ['', 'secret', false],
])('%j is taken for %j: %s', (given, expected, isTaken) => {
  expect(hashesAreEqual(given, expected)).toBe(isTaken)
})
