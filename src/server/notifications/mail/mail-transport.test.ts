import { expect, test } from 'vitest'
import { messageIdOf } from './attempt-mail.ts'
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
  const idOf = (of: typeof lead, target: string) =>
    messageIdOf({ id: 1, channel: 'mail', target, lead: of }, 'b.example')
  const id = '<lead-382227b141afea3d93039110c64135af@b.example>'
  expect(idOf(lead, 'owner@example.com')).toBe(id)
  expect(idOf(lead, 'Owner@Example.com')).toBe(id)
  const others = [
    idOf({ ...lead, submissionId: 'b' }, 'owner@example.com'),
    idOf({ ...lead, contentHash: 'a' }, 'owner@example.com'),
    idOf({ submissionId: 'ab', contentHash: '' }, 'owner@example.com'),
    idOf(lead, 'other@example.com'),
  ]
  expect(new Set([id, ...others]).size).toBe(5)
})
