import { expect, test } from 'vitest'
import { storedPhone } from './phone.ts'

test.each([
  ['+1 386 555 0123 ext. 7001', '3865550123', '7001'],
  ['\u202a(386) 555\u20110123\u202c', '3865550123', ''],
  ['+44 (0)20 7946 0123', '+442079460123', ''],
  ['+49 0151 2345678', '+491512345678', ''],
  ['+44 00020 7946 0123 x5', '+442079460123', '5'],
  ['call me', 'call me', ''],
])('%j is stored as %s, and read as the same again', (typed, number, extension) => {
  expect(storedPhone(typed)).toEqual({ number, extension })
  expect(storedPhone(number)).toEqual({ number, extension: '' })
})
