import { expect, test } from 'vitest'
import { addWebhookSchema } from './webhooks.ts'

const notAnAddress =
  'This does not look like a web address. It should be like https://example.com/leads.'
const withPassword = 'Leave the user and password out of the address.'

test.each([
  'https://example.com/leads',
  'http://example.com',
  'https://example.com/a@b',
  'https://example.com/?next=http://a@b',
])('a webhook may be %s', (url) => {
  expect(addWebhookSchema.parse({ url: ` ${url} ` }).url).toBe(url)
})

test.each([
  [undefined, 'Please enter an address.'],
  ['example.com', notAnAddress],
  ['ftp://example.com', notAnAddress],
  ['httpsx://example.com', notAnAddress],
  ['shttp://example.com', notAnAddress],
  ['https://user:secret@example.com', withPassword],
  ['HTTP://user@example.com', withPassword],
  [`https://example.com/${'a'.repeat(2_000)}`, 'The address is too long.'],
])('a webhook may not be %s', (url, problem) => {
  expect(addWebhookSchema.safeParse({ url }).error?.issues[0]?.message).toBe(problem)
})
