import { expect, test } from 'vitest'
import { placeText } from './places.ts'

test.each([
  ['12 Oak Street', 'DeLand', '32720', '12 Oak Street, DeLand, 32720'],
  ['12 Oak Street, DeLand 32720', 'DeLand', '32720', '12 Oak Street, DeLand 32720'],
  ['12 Lake Mary Blvd', 'Lake Mary', null, '12 Lake Mary Blvd, Lake Mary'],
  [null, 'DeLand', null, 'DeLand'],
  [null, null, '32720', '32720'],
] as const)('%s in %s %s is one line, and says nothing twice', (address, town, zip, text) => {
  expect(placeText({ address, town, zip })).toBe(text)
})
