import { expect, test } from 'vitest'
import {
  addRecipientSchema,
  changeRecipientSchema,
  leadSourceSettingsSchema,
  longestLeadSourceMessage,
  recipientParamsSchema,
} from './notifications.ts'

const problemOf = (message: unknown) =>
  leadSourceSettingsSchema.safeParse({ message }).error?.issues[0]?.message

test('the mails’ message is kept as it was typed, but for line ends and the space around it', () => {
  expect(leadSourceSettingsSchema.parse({ message: ' one\r\ntwo\rthree\tfour\n ' })).toEqual({
    message: 'one\ntwo\nthree\tfour',
  })
})

test('the mails’ message may be empty, but not too long, nor what no mail shows', () => {
  expect(problemOf('')).toBeUndefined()
  expect(problemOf(undefined)).toBe('Please enter the message.')
  expect(problemOf('a'.repeat(longestLeadSourceMessage))).toBeUndefined()
  expect(problemOf('a'.repeat(longestLeadSourceMessage + 1))).toBe(
    `Please keep it under ${longestLeadSourceMessage} characters.`,
  )
  for (const message of ['a\u0000b', 'a\u001bb', '\ud800']) {
    expect(problemOf(message)).toBe('The message holds characters that cannot be shown.')
  }
})

test('a recipient is added by address and switched by number', () => {
  expect(addRecipientSchema.parse({ email: ' Ann@Example.com ' })).toEqual({
    email: 'ann@example.com',
  })
  expect(addRecipientSchema.safeParse({}).success).toBe(false)
  expect(changeRecipientSchema.parse({ isActive: true })).toEqual({ isActive: true })
  expect(changeRecipientSchema.safeParse({}).success).toBe(false)
  expect(recipientParamsSchema.parse({ recipientId: '7' })).toEqual({ recipientId: 7 })
  expect(recipientParamsSchema.safeParse({ recipientId: '0' }).success).toBe(false)
})
