import { expect, test } from 'vitest'
import { findEmailProblem, withAsciiDomain } from '#/contracts/values/email.ts'
import { submissionSchema } from '#/server/leads/take/submission.ts'
import { emailSchema } from './values.ts'

test('a domain with other letters than ASCII is written as mail servers know it', () => {
  expect(withAsciiDomain('info@büro.example')).toBe('info@xn--bro-hoa.example')
  expect(withAsciiDomain('info@BÜRO.example')).toBe('info@xn--bro-hoa.example')
  expect(withAsciiDomain('info@bu\u0308ro.example')).toBe('info@xn--bro-hoa.example')
  expect(withAsciiDomain('ann+hvac@Example.com')).toBe('ann+hvac@Example.com')
  expect(withAsciiDomain('a@пример.рф')).toBe('a@xn--e1afmkfd.xn--p1ai')
})

test('an address is read without invisible marks, and several are named', () => {
  for (const schema of [submissionSchema.shape.email, emailSchema]) {
    expect(schema.parse(' \u202akim@bü\u200bro.example\u202c ')).toBe('kim@xn--bro-hoa.example')
    const { error } = schema.safeParse('kim@blueair.test, office@blueair.test')
    expect(error?.issues[0]?.message).toMatch(/^several$|^Please enter just one email address\.$/)
  }
})

test('what is no address stays one', () => {
  for (const text of ['', '@', 'büro.example', 'a@', 'a@büro', 'a@b', 'a b@example.com']) {
    expect(findEmailProblem(text), text).toBe(text ? 'invalid' : 'required')
  }
  // An address that looks right must keep every character.
  for (const domain of ['ü.example/x', 'ü.example:80', 'ü.example?x', 'ü.example#x']) {
    expect(withAsciiDomain(`a@${domain}`)).toBe(`a@${domain}`)
  }
  expect(findEmailProblem('a@ü.example/x')).toBe('invalid')
})
