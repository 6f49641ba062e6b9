import { expect, test } from 'vitest'
import { isPhoneNumber, readPhone } from './phone.ts'

test.each([
  ['(386) 555-0123', '3865550123'],
  ['386.555.0123', '3865550123'],
  ['+1 386 555 0123', '3865550123'],
  ['1-386-555-0123', '3865550123'],
  ['386 555 0123 ext. 7', '3865550123'],
  ['+44 20 7946 0123', '+442079460123'],
  ['+44 (0)20 7946 0123', '+442079460123'],
  ['+44 00020 7946 0123', '+442079460123'],
])('%s becomes %s', (typed, normal) => {
  expect(isPhoneNumber(typed)).toBe(true)
  expect(readPhone(typed).number).toBe(normal)
  expect(readPhone(normal)).toEqual({ number: normal, extension: '' })
})

test.each(['call me', '555', '5550123', '386-555-01234567890', 'tel: 3865550123 or so', ''])(
  '%j is not a phone number',
  (typed) => expect(isPhoneNumber(typed)).toBe(false),
)
