import { expect, test } from 'vitest'
import { townIn } from './towns.ts'

test.each([
  ['12 Lakeshore Drive, Deltona', 'Deltona'],
  ['12 Lakeshore Dr DELAND FL 32720', 'DeLand'],
  ['100 Sanford Ave, Orange City', 'Orange City'],
  ['100 Lake Mary Blvd, Sanford, FL', 'Sanford'],
  ['1 Deltona Lakes, DeBary', 'DeBary'],
  ['Winter Springs', 'Winter Springs'],
  ['7 Enterprise Road', undefined],
  ['Not required', undefined],
  ['Sanfordville', undefined],
  ['', undefined],
])('the town of “%s” is %s', (address, town) => {
  expect(townIn(address)).toBe(town)
})
