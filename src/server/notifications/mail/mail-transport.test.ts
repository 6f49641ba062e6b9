import { expect, test } from 'vitest'
import { leadMessageId } from './attempt-mail.ts'
import { messageOptions } from './mail-transport.ts'

test('what a visitor typed never makes the library read a file or an address', () => {
  const mail = { subject: 'A lead', text: '', html: '', to: 'a@b.example', messageId: '<a@b>' }
  const from = { name: 'Breezeway', address: 'hello@b.example' }
  expect(messageOptions(mail, { from, dkim: undefined })).toMatchObject({
    disableFileAccess: true,
    disableUrlAccess: true,
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
