import { expect, test } from 'vitest'
import { readPhone } from './phone.ts'

test.each([
  ['+1 386 555 0123 ext. 7001', '3865550123', '7001'],
  ['\u202a(386) 555\u20110123\u202c', '3865550123', ''],
  ['+44 (0)20 7946 0123', '+442079460123', ''],
  ['+44 00020 7946 0123 x5', '+442079460123', '5'],
  ['call me', 'call me', ''],
])('%j is stored as %s, and read as the same again', (typed, number, extension) => {
  expect(readPhone(typed)).toEqual({ number, extension })
  expect(readPhone(number)).toEqual({ number, extension: '' })
})
