import { expect, test } from 'vitest'
import { emailSchema } from '#/server/texts/values.ts'
import {
  findLengthProblem,
  knownPassword,
  linkTokenSchema,
  newPasswordSchema,
} from './account-schemas.ts'

const problemOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message

const notAnAddress = 'This doesn’t look like an email address. It should look like you@example.com.'

test.each([
  [undefined, 'Please enter an email address.'],
  ['owner', notAnAddress],
  [`${'a'.repeat(243)}@example.com`, notAnAddress],
])('the address %j is refused', (email, problem) => {
  expect(problemOf(emailSchema.safeParse(email))).toBe(problem)
})

test('a password has a shortest and a longest length', () => {
  const [min, max] = [12, 128]
  const problemAt = (length: number) => problemOf(newPasswordSchema.safeParse('a'.repeat(length)))
  expect([problemAt(min), problemAt(max)]).toEqual([undefined, undefined])
  expect(problemAt(min - 1)).toBe(`Please use at least ${min} characters.`)
  expect(problemAt(max + 1)).toBe(`Please use at most ${max} characters.`)
  expect(problemOf(newPasswordSchema.safeParse(undefined))).toBe('Please enter a password.')
  // Characters count as people see them.
  expect(findLengthProblem('🌴'.repeat(min - 1))).toBe(problemAt(min - 1))
  expect(findLengthProblem('🌴'.repeat(max))).toBeUndefined()
})

test('who signs in gives a password, of any length that was ever allowed', () => {
  const problemWith = (password: unknown) =>
    problemOf(knownPassword('Please enter your password.').safeParse(password))
  expect([problemWith('a'), problemWith('a'.repeat(1024))]).toEqual([undefined, undefined])
  expect(problemWith('')).toBe('Please enter your password.')
  expect(problemWith(undefined)).toBe('Please enter your password.')
  expect(problemWith('a'.repeat(1025))).toBeDefined()
})

test('what stands behind the link of an account is no part of its secret', () => {
  const token = 'Ab-_'.repeat(11).slice(0, 43)
  for (const stray of ['', '/', '.', ')', '>', '%3E', ' ', '”', '_', '?utm_source=mail']) {
    expect(linkTokenSchema.parse(token + stray)).toBe(token)
  }
})
