import { expect, test } from 'vitest'
import { retentionLimits } from '#/contracts/limits.ts'
import { erasureTargetSchema, newRetentionSchema } from './privacy-routes.ts'

const problemOf = (target: unknown) =>
  erasureTargetSchema.safeParse(target).error?.issues[0]?.message

test.each([{ email: 'a@example.com' }, { phone: '386 555 0142' }, { leadId: 7 }])(
  'an erasure may name %j',
  (target) => {
    expect(problemOf(target)).toBeUndefined()
  },
)

test.each([{}, { email: 'a@example.com', phone: '386 555 0142' }, { email: 'a', leadId: 7 }])(
  'an erasure that names %j would delete more or other than was meant',
  (target) => {
    expect(problemOf(target)).toBe('Please enter an email address or a phone number.')
  },
)

test.each([{ email: ' ' }, { phone: ' ' }, { leadId: 0 }])('%j names no one', (target) => {
  expect(problemOf(target)).toBeDefined()
})

test('leads are kept for a bounded time, or for ever', () => {
  const problemWith = (days: unknown) =>
    newRetentionSchema.safeParse({ days }).error?.issues[0]?.message
  const { min, max } = retentionLimits
  expect([null, min, max].map(problemWith)).toEqual([undefined, undefined, undefined])
  expect(problemWith(min - 1)).toBe(`Please keep requests for at least ${min} days.`)
  expect(problemWith(max + 1)).toBe(`Please enter at most ${max} days.`)
  expect(problemWith('soon')).toBe('Please enter a number of days, or leave it empty.')
})
