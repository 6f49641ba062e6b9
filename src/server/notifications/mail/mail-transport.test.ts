import { expect, test } from 'vitest'
import { leadMessageId } from './lead-message-id.ts'
import { messageOptions } from './mail-transport.ts'

const from = { name: 'Breezeway', address: 'hello@b.example' }
const mail = {
  subject: 'A lead',
  text: 'plain',
  html: '<p>rich</p>',
  to: 'owner@example.com',
  messageId: '<a@b.example>',
}

test('a mail has what was written and no more, and asks for no answer of a machine', () => {
  const options = {
    from,
    to: { name: '', address: 'owner@example.com' },
    subject: 'A lead',
    text: 'plain',
    html: '<p>rich</p>',
    messageId: '<a@b.example>',
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // What a visitor typed never makes the library read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  expect(messageOptions(mail, { from, dkim: undefined })).toEqual(options)
  const replyTo = { name: '\u202EMaria', address: 'maria@example.com' }
  const dkim = { domain: 'b.example', selector: 'mail', privateKey: 'a key' }
  expect(messageOptions({ ...mail, replyTo }, { from, dkim })).toEqual({
    ...options,
    replyTo: { name: 'Maria', address: 'maria@example.com' },
    dkim: { domainName: 'b.example', keySelector: 'mail', privateKey: 'a key' },
  })
})

test('the id of a lead’s mail is the same in every release, however the address is written', () => {
  const lead = { submissionId: 'a', contentHash: 'b' }
  const id = '<lead-382227b141afea3d93039110c64135af@b.example>'
  expect(leadMessageId(lead, 'owner@example.com', 'b.example')).toBe(id)
  expect(leadMessageId(lead, 'Owner@Example.com', 'b.example')).toBe(id)
  const others = [
    leadMessageId({ ...lead, submissionId: 'b' }, 'owner@example.com', 'b.example'),
    leadMessageId({ ...lead, contentHash: 'a' }, 'owner@example.com', 'b.example'),
    leadMessageId({ submissionId: 'ab', contentHash: '' }, 'owner@example.com', 'b.example'),
    leadMessageId(lead, 'other@example.com', 'b.example'),
  ]
  expect(new Set([id, ...others]).size).toBe(5)
})
