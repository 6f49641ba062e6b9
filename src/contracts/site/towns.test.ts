import { expect, test } from 'vitest'
import { placeText, townIn } from './towns.ts'

const towns = ['Deltona', 'Orange City', 'Sanford', 'Lake', 'Lake Mary', 'Enterprise', 'St. Cloud']

test.each([
  ['12 Lakeshore Drive, Deltona', 'Deltona'],
  ['100 Sanford Ave, Orange City', 'Orange City'],
  ['100 Lake Mary Blvd, Sanford, FL', 'Sanford'],
  ['7 Enterprise Road', undefined],
  ['Not required', undefined],
  ['1 Main St, Lake Mary', 'Lake Mary'],
  ['1 Main St, St Cloud, FL', 'St. Cloud'],
  ['Sanfordville', undefined],
  ['', undefined],
])('the town of “%s” is %s', (address, town) => {
  expect(townIn(address, towns)).toBe(town)
})

test.each([
  ['12 Oak Street', 'DeLand', '32720', '12 Oak Street, DeLand, 32720'],
  ['12 Oak Street, DeLand 32720', 'DeLand', '32720', '12 Oak Street, DeLand 32720'],
  ['12 Lake Mary Blvd', 'Lake Mary', null, '12 Lake Mary Blvd, Lake Mary'],
  [null, null, '32720', '32720'],
] as const)('%s in %s %s is one line, and says nothing twice', (address, town, zip, text) => {
  expect(placeText({ address, town, zip, isElsewhere: false })).toBe(text)
})

test('a place that is none of the towns says so', () => {
  const place = { address: '1 Ocean Dr', town: null, zip: null, isElsewhere: true }
  expect(placeText(place)).toBe('1 Ocean Dr, outside our towns')
})
