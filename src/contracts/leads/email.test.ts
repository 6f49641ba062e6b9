import { expect, test } from 'vitest'
import { isEmail, withAsciiDomain } from './email.ts'

test('a domain with other letters than ASCII is written as mail servers know it', () => {
  expect(withAsciiDomain('info@büro.example')).toBe('info@xn--bro-hoa.example')
  expect(withAsciiDomain('info@BÜRO.example')).toBe('info@xn--bro-hoa.example')
  expect(withAsciiDomain('info@bu\u0308ro.example')).toBe('info@xn--bro-hoa.example')
  expect(withAsciiDomain('ann+hvac@Example.com')).toBe('ann+hvac@Example.com')
  expect(withAsciiDomain('a@пример.рф')).toBe('a@xn--e1afmkfd.xn--p1ai')
})

test('what is no address stays one', () => {
  for (const text of ['', '@', 'büro.example', 'a@', 'a@büro', 'a@b', 'a b@example.com']) {
    expect(isEmail(text), text).toBe(false)
  }
  // An address that looks right must keep every character.
  for (const domain of ['ü.example/x', 'ü.example:80', 'ü.example?x', 'ü.example#x']) {
    expect(withAsciiDomain(`a@${domain}`)).toBe(`a@${domain}`)
  }
  expect(isEmail('a@ü.example/x')).toBe(false)
})
