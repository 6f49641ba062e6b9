import { expect, test } from 'vitest'
import { federalHolidays } from './holidays.ts'

const daysOf = (year: number) => federalHolidays(year).map(({ day }) => day)

// As the Office of Personnel Management lists them, with the days themselves where they are observed
// on another.
test.each([
  [
    2026,
    ['01-01', '01-19', '02-16', '05-25', '06-19', '07-03', '07-04'],
    ['09-07', '10-12', '11-11', '11-26', '12-25'],
  ],
  [
    2021,
    ['01-01', '01-18', '02-15', '05-31', '06-18', '06-19', '07-04', '07-05'],
    ['09-06', '10-11', '11-11', '11-25', '12-24', '12-25', '12-31'],
  ],
])('the federal holidays of %i', (year, ...halves) => {
  expect(daysOf(year)).toEqual(halves.flat().map((day) => `${year}-${day}`))
})
