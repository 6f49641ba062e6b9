import { expect, test } from 'vitest'
import { addWebhookSchema, webhookPayloadSchema } from './webhooks.ts'

const notAnAddress =
  'This does not look like a web address. It should be like https://example.com/leads.'
const withPassword = 'Leave the user and password out of the address.'

test.each([
  [undefined, 'Please enter an address.'],
  ['example.com', notAnAddress],
  ['ftp://example.com', notAnAddress],
  ['httpsx://example.com', notAnAddress],
  ['https://user:secret@example.com', withPassword],
  ['HTTP://user@example.com', withPassword],
  [`https://example.com/${'a'.repeat(2_000)}`, 'The address is too long.'],
])('a webhook may not be %s', (url, problem) => {
  expect(addWebhookSchema.safeParse({ url }).error?.issues[0]?.message).toBe(problem)
})

test('a webhook is told of a lead, without what only the inbox needs, or is tested', () => {
  const timestamp = '2026-01-31T12:00:00.000Z'
  const lead = {
    id: 7,
    createdAt: timestamp,
    name: 'Ann',
    email: 'ann@example.com',
    phone: '3865550142',
    address: 'Not required',
    service: 'ac-repair',
    message: 'It does not cool.',
    serviceLabel: 'AC Repair',
    attribution: null,
    url: 'https://breezeway.example/admin?lead=7',
  }
  const told = { type: 'lead.created', timestamp, data: lead }
  expect(webhookPayloadSchema.parse(told)).toEqual(told)
  const withMore = { ...told, data: { ...lead, phoneAsTyped: '(386) 555-0142', isContacted: true } }
  expect(webhookPayloadSchema.parse(withMore)).toEqual(told)
  const tested = { type: 'webhook.test', timestamp, data: { url: 'https://example.com/leads' } }
  expect(webhookPayloadSchema.parse(tested)).toEqual(tested)
  for (const wrong of [
    { ...tested, type: '' },
    { ...told, data: {} },
    { ...tested, data: {} },
  ]) {
    expect(webhookPayloadSchema.safeParse(wrong).success).toBe(false)
  }
})
