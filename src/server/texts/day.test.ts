import { expect, test } from 'vitest'
import { daySchema, readDay } from './values.ts'

test.each([
  '2027-08-31',
  ' 2027/8/31 ',
  '8/31/2027',
  '08/31/27',
  '8/31/2027 0:00',
  '\u200e8/31/2027',
  'Aug 31, 2027',
  'Tuesday, August 31, 2027',
  '31-Aug-27',
])('%j is that day', (typed) => {
  expect(readDay(typed)).toBe('2027-08-31')
  expect(daySchema.parse(typed)).toBe('2027-08-31')
})

test.each(['', 'soon', '2/30/2027', '31/8/2027', '8/31'])('%j is no day', (typed) => {
  expect(readDay(typed)).toBeUndefined()
  const { error } = daySchema.safeParse(typed)
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Please enter a day, such as 2027-08-31.',
  ])
})

const inYears = (years: number) => `8/31/${new Date().getFullYear() + years}`.replace('/20', '/')

test.each(['8/31/1927', '8/31/99', '31-Aug-99', inYears(31)])(
  'the year of %j is asked about',
  (typed) => {
    expect(daySchema.safeParse(typed).error?.issues[0]?.message).toBe('Please check the year.')
  },
)

test('a year of two digits may lie thirty years ahead', () => {
  expect(daySchema.parse(inYears(30))).toBe(`${new Date().getFullYear() + 30}-08-31`)
})
