import { expect, onTestFinished, test } from 'vitest'
import { builtInArea } from '#/content/area.ts'
import { processorMs } from '#tests/support/machine/processor-ms.ts'
import { placeOf, setArea } from './places.ts'

const outside = { town: null, isOutside: true }
const unknown = { town: null, isOutside: false }

test.each([
  ['32725', 'Deltona'],
  ['32725-1234', 'Deltona'],
  ['12 Oak St 32763', 'Orange City'],
  ['12 Oak St, FL 32713, USA', 'DeBary'],
  ['deltona, fl', 'Deltona'],
  ['12 Lakeshore Drive, Deltona', 'Deltona'],
  ['Lake Mary Blvd, Sanford', 'Sanford'],
  ['100 Miami Springs Dr, Longwood, FL 32779', 'Longwood'],
  ['100 S Orlando Ave, 32789', 'Winter Park'],
  // A town that shares the ZIP code of another.
  ['1 Main St, Enterprise, FL 32725', 'Enterprise'],
  // The number of a house looks like a ZIP code.
  ['33101 Oak Street, DeLand', 'DeLand'],
  // The full width digits of some keyboards.
  ['３２７２５', 'Deltona'],
] as const)('“%s” is in %s', (text, town) => {
  expect(placeOf([text])).toEqual({ town, isOutside: false })
})

test.each([
  'Miami, FL 33101',
  'Miami Florida',
  '12 Ocean Dr, Miami Beach',
  '12 Oak St, Lake Helen, FL 32744',
  'St. Petersburg, FL',
  'Orlando',
  '33101',
  '90210-1234',
  // Towns of other states with the names of ours.
  '12 Oak St, Sanford, NC 27330',
  'Winter Park, CO',
  'Enterprise, AL 36330',
  // A town of ours as the name of a street that is no longer one.
  '5 Deltona, Orlando, FL',
])('“%s” is outside', (text) => {
  expect(placeOf([text])).toEqual(outside)
})

test.each([
  '',
  'somewhere',
  '12 Oak Street',
  '33101 Oak Street',
  '100 Miami Avenue',
  'Central Florida',
  '12 Oak Street, FL',
  'Sanfordville',
  '3865550142',
  // A town of ours with a ZIP code of another place: one is mistyped.
  'Sanford, FL 33101',
])('“%s” says nothing', (text) => {
  expect(placeOf([text])).toEqual(unknown)
})

test('the last that says where it is counts', () => {
  expect(placeOf(['12 Oak St, Deltona', null, '32771', undefined, ''])).toEqual({
    town: 'Sanford',
    isOutside: false,
  })
  expect(placeOf(['32725', 'Miami, FL 33101', 'ring the bell'])).toEqual(outside)
  expect(placeOf(['Miami, FL 33101', 'DeLand'])).toEqual({ town: 'DeLand', isOutside: false })
  expect(placeOf([])).toEqual(unknown)
})

test('a long text is read at once', () => {
  const began = processorMs()
  for (const filler of [', ', ' ', '1', 'Miami ', 'Miami, FL ', 'St. ']) {
    placeOf([`Miami${filler.repeat(20_000)}x`])
  }
  expect(processorMs() - began).toBeLessThan(2_000)
})

test('each town says itself, and each of its ZIP codes', () => {
  for (const { name, zips } of builtInArea.towns) {
    for (const said of [name, ...zips]) expect(placeOf([said]).town).toBe(name)
  }
})

test('the towns of the owner are served, and those that are theirs no longer are outside', () => {
  onTestFinished(() => setArea(builtInArea))
  setArea({
    ...builtInArea,
    towns: [
      { name: 'Tampa', zips: ['33602', '33603'] },
      { name: 'St. Petersburg', zips: ['33701'] },
      // As Heathrow, which shares the ZIP code of Lake Mary.
      { name: 'Gulfport', zips: ['33701', '33707'] },
    ],
  })
  for (const said of ['Tampa, FL 33603', '33602', '5 Bay St, tampa']) {
    expect(placeOf([said]).town, said).toBe('Tampa')
  }
  for (const said of ['33701', 'St Petersburg, FL', '1 A St, St. Petersburg, FL 33701']) {
    expect(placeOf([said]).town, said).toBe('St. Petersburg')
  }
  expect(placeOf(['2 B St, Gulfport, FL 33701']).town).toBe('Gulfport')
  for (const said of ['12 Oak St, Deltona, FL 32725', 'Deltona, FL', '32725', 'Orlando']) {
    expect(placeOf([said]), said).toEqual(outside)
  }
})

test('a town of the owner is known however it is written, and where its name ends with that of another', () => {
  onTestFinished(() => setArea(builtInArea))
  const names = [
    'St. Petersburg',
    'Ft. Myers',
    'North Fort Myers',
    'West Melbourne',
    'Land O’ Lakes',
  ]
  setArea({ ...builtInArea, towns: names.map((name) => ({ name, zips: [] })) })
  for (const [said, town] of [
    ['1 Bay St, Saint Petersburg, FL', 'St. Petersburg'],
    ['Fort Myers, FL', 'Ft. Myers'],
    // Of a town whose ZIP codes the owner has not said, none is mistyped.
    ['5 Oak St, Ft. Myers, FL 33901', 'Ft. Myers'],
    ['5 Oak St, North Ft. Myers, FL', 'North Fort Myers'],
    ['5 Oak St North Fort Myers Florida', 'North Fort Myers'],
    ['West Melbourne, FL', 'West Melbourne'],
    ["Land O' Lakes, FL", 'Land O’ Lakes'],
  ]) {
    expect(placeOf([said]).town, said).toBe(town)
  }
  for (const said of ['Melbourne, FL', '5 West Melbourne Rd, Orlando, FL', 'Mt. Dora, FL']) {
    expect(placeOf([said]), said).toEqual(outside)
  }
})

test('a P.O. box alone says nothing, and a street beside it does', () => {
  for (const said of ['P.O. Box 12, Deltona, FL 32725', 'PO Box 7, 32728', 'p. o. box 9 DeLand']) {
    expect(placeOf([said]), said).toEqual(unknown)
  }
  for (const said of ['PO Box 12, 5 Oak St, Deltona', '5 Oak St, PO Box 12, Deltona']) {
    expect(placeOf([said]).town, said).toBe('Deltona')
  }
  expect(placeOf(['PO Box 12, Miami', '32720']).town).toBe('DeLand')
})
