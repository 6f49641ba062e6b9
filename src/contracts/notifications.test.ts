import { expect, test } from 'vitest'
import { leadSourceSettingsSchema, longestLeadSourceMessage } from './notifications.ts'

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
