import { expect, test } from 'vitest'
import { createLogger } from '#/server/health/logging.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { createBuiltRenderer } from '../../render/renderer.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'
import { createAccountMails } from './notices.ts'

const { renderMail } = await createBuiltRenderer(testConfig().site)
const link = 'https://breezeway.example/admin/new-password#token'

/** A mail server that refuses the first mails, and what was sent to it. */
function serve(
  refused: number,
  waitsMs: number[],
  render: typeof renderMail = renderMail,
  responseCode = 451,
) {
  const tried: OutgoingMail[] = []
  const logLines: string[] = []
  const transport: MailTransport = {
    mode: 'smtp',
    async send(mail) {
      tried.push(mail)
      if (tried.length <= refused) {
        throw Object.assign(new Error('no'), { responseCode, command: 'RCPT TO' })
      }
      return { outcome: 'sent', answer: '250 taken' }
    },
    close: () => {},
  }
  const logger = createLogger('warn', { write: (line: string) => void logLines.push(line) })
  const deps = {
    transport,
    renderMail: render,
    domain: 'breezeway.example',
    attemptMs: 5_000,
  }
  const waits = { first: waitsMs, unlessLink: [1, 1, 1] }
  return { tried, logLines, transport, mails: createAccountMails(deps, logger, waits) }
}

test('a mail that a server refuses for now is tried again until it is taken, and then no more', async () => {
  const { tried, logLines, mails } = serve(2, [1, 1, 1, 1])
  mails.sendInBackground('dana@example.com', { kind: 'account-link', for: 'password-reset', link })
  await expect.poll(() => tried.length).toBe(3)
  expect(tried[2]).toMatchObject({ to: 'dana@example.com', text: expect.stringContaining(link) })
  // One that is sent later has overtaken no further try.
  mails.sendInBackground('later@example.com', { kind: 'account-link', for: 'password-reset', link })
  await expect.poll(() => tried.at(-1)?.to).toBe('later@example.com')
  expect(tried).toHaveLength(4)
  expect(logLines).toEqual([])
})

test('a mail that is never taken is given up, and the log says so without the link and the address', async () => {
  const { tried, logLines, mails } = serve(9, [1, 1])
  mails.sendInBackground('dana@example.com', { kind: 'account-link', for: 'password-reset', link })
  await expect.poll(() => logLines.length).toBe(1)
  expect(tried).toHaveLength(3)
  expect(logLines[0]).toContain('a mail to one person was not sent')
  expect(logLines[0]).not.toMatch(/token|dana/)
})

test('a mail to a contractor is tried for longer than one whose link would be over', async () => {
  const { tried, logLines, mails } = serve(4, [1])
  const lapse = 'Insurance expired on Mar 20, 2027.'
  mails.sendInBackground('bay@example.com', { kind: 'own-lapse', lapse, pageLink: null })
  await expect.poll(() => tried.length).toBe(5)
  expect(logLines).toEqual([])
})

test('a mail that a server refuses for good is tried once', async () => {
  const { tried, logLines, mails } = serve(9, [1, 1], renderMail, 550)
  mails.sendInBackground('dana@example.com', { kind: 'account-link', for: 'password-reset', link })
  await expect.poll(() => logLines.length).toBe(1)
  expect(tried).toHaveLength(1)
})

test('whoever waits for a mail learns after one try what became of it', async () => {
  const { tried, mails } = serve(1, [1])
  const mail = { kind: 'account-link', for: 'invitation', link, invitedBy: 'Maria' } as const
  expect(await mails.send('dana@example.com', mail)).toMatchObject({
    outcome: 'failed',
    problem: expect.stringMatching(/\w/),
  })
  expect(tried).toHaveLength(1)
  expect(await mails.send('dana@example.com', mail)).toMatchObject({
    outcome: 'sent',
    problem: null,
  })
})

test('a mail that cannot be written is told of in the log, and stops nothing', async () => {
  const { logLines, mails } = serve(0, [], () => Promise.reject(new Error('no template')))
  mails.sendInBackground('dana@example.com', { kind: 'account-link', for: 'password-reset', link })
  await expect.poll(() => logLines.length).toBe(1)
  expect(logLines[0]).toContain('no template')
})
