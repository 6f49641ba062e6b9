import { generateKeyPairSync } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { testFolder } from '#tests/support/own-folder.ts'
import { createFileTransport, deleteOldMails, mailFolder } from './file-transport.ts'

test('a header shows what was typed: it is not decoded into something else, nor turned round', async () => {
  const folder = testFolder()
  const from = { name: 'Breezeway', address: 'hello@b.example' }
  const transport = createFileTransport(folder.path, { from, dkim: undefined })
  const typed = '=?utf-8?q?Your_Bank?= \u202Egnp.exe'
  await transport.send(
    {
      subject: `New request: ${typed}`,
      text: '',
      html: '',
      to: 'owner@example.com',
      replyTo: { name: typed, address: 'eve@example.com' },
      messageId: '<lead-2-abc@b.example>',
    },
    new AbortController().signal,
  )
  const [name = ''] = readdirSync(mailFolder(folder.path))
  const parsed = await simpleParser(readFileSync(join(mailFolder(folder.path), name), 'utf8'))
  expect(parsed.subject).toBe('New request: = ?utf-8?q?Your_Bank?= gnp.exe')
  expect(parsed.replyTo?.value[0]?.name).toBe('= ?utf-8?q?Your_Bank?= gnp.exe')
  transport.close()
})

test('without a mail server a mail is a file that only we can read, whole, signed, and once', async () => {
  const folder = testFolder()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const transport = createFileTransport(folder.path, {
    from: { name: 'Breezeway', address: 'hello@b.example' },
    dkim: {
      selector: 'mail',
      privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    },
  })
  const mail = {
    subject: 'A\r\nBcc: victim@example.com',
    text: 'plain\nwords',
    html: '<p>rich</p>',
    to: '../../etc/x@example.com',
    replyTo: { name: 'Eve"\r\nBcc: victim@example.com', address: 'eve@example.com' },
    messageId: '<lead-1-abc@b.example>',
  }
  const { signal } = new AbortController()
  const kept = await transport.send(mail, signal)
  expect(await transport.send(mail, signal)).toEqual(kept)

  const names = readdirSync(mailFolder(folder.path))
  expect(names).toEqual([expect.stringMatching(/^\.\._\.\._etc_x@example\.com-[0-9a-f]{16}\.eml$/)])
  expect(kept).toEqual({ outcome: 'kept', answer: `kept as ${names[0]}` })
  expect(statSync(mailFolder(folder.path)).mode & 0o777).toBe(0o700)
  // Another mail to the same address has a file of its own.
  await transport.send({ ...mail, messageId: '<lead-2-abc@b.example>' }, signal)
  expect(readdirSync(mailFolder(folder.path))).toHaveLength(2)
  const longest = `${'x'.repeat(64)}@${'y.'.repeat(90)}example`
  await transport.send({ ...mail, to: longest, messageId: '<lead-3-abc@b.example>' }, signal)
  expect(readdirSync(mailFolder(folder.path))).toHaveLength(3)
  const path = join(mailFolder(folder.path), names[0] ?? '')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const raw = readFileSync(path, 'utf8')
  expect(raw).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256;[\s\S]*d=b\.example;[\s\S]*s=mail;/m)
  expect(raw).not.toMatch(/^bcc:/im)
  // As mails are sent (RFC 5322); a signature that is checked is for these bytes.
  expect(raw).not.toMatch(/[^\r]\n/)
  const parsed = await simpleParser(raw)
  expect(parsed.messageId).toBe(mail.messageId)
  expect(parsed.replyTo?.value[0]?.address).toBe('eve@example.com')
  expect([parsed.text?.trim(), parsed.html, parsed.bcc]).toEqual([
    'plain\nwords',
    '<p>rich</p>',
    undefined,
  ])
  transport.close()
})

test('mails are kept for a month, and the newest as far as there is room', async () => {
  const folder = testFolder()
  await deleteOldMails(folder.path)
  const path = (name: string) => join(mailFolder(folder.path), name)
  mkdirSync(mailFolder(folder.path))
  const keep = (name: string, days: number, bytes = 1_000) => {
    writeFileSync(path(name), '')
    truncateSync(path(name), bytes)
    const at = new Date(Date.now() - days * 86_400_000)
    utimesSync(path(name), at, at)
  }
  keep('new.eml', 0)
  keep('..x@example.com-1.eml', 29)
  keep('old.eml', 31)
  keep('.killed.eml.17', 31)
  keep('.writing.eml.18', 0)
  keep('notes.txt', 400)
  await deleteOldMails(folder.path)
  const left = ['..x@example.com-1.eml', '.writing.eml.18', 'new.eml', 'notes.txt']
  expect(readdirSync(mailFolder(folder.path)).sort()).toEqual(left)

  keep('large.eml', 1, 99_998_000)
  await deleteOldMails(folder.path)
  expect(readdirSync(mailFolder(folder.path)).sort()).toEqual([
    '.writing.eml.18',
    'large.eml',
    'new.eml',
    'notes.txt',
  ])
})
