import { expect, test } from 'vitest'
import type { MailToRender } from '#/contracts/notifications/mails.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'
import { sendNotice } from './send-notice.ts'

/** Sends a test mail over a server that answers so. */
async function sendOver(mode: MailTransport['mode'], send: MailTransport['send']) {
  const rendered: MailToRender[] = []
  const sent: OutgoingMail[] = []
  const signals: AbortSignal[] = []
  const result = await sendNotice(
    {
      transport: {
        mode,
        send: (mail, signal) => {
          sent.push(mail)
          signals.push(signal)
          return send(mail, signal)
        },
        close: () => {},
      },
      renderMail: async (wanted) => {
        rendered.push(wanted)
        return { subject: 'A test', html: '<p>A test</p>', text: 'A test' }
      },
      domain: 'b.example',
      attemptMs: 20,
    },
    'owner@example.com',
    { kind: 'test' },
  )
  return { result, rendered, sent, signals }
}

test('a test mail says what became of it, in the words of the mail server', async () => {
  const { result, rendered, sent } = await sendOver('smtp', async () => '250 taken')
  expect(result).toEqual({ outcome: 'sent', problem: null, answer: '250 taken' })
  expect(rendered).toEqual([{ kind: 'test' }])
  expect(sent).toEqual([
    {
      subject: 'A test',
      html: '<p>A test</p>',
      text: 'A test',
      to: 'owner@example.com',
      messageId: expect.stringMatching(/^<test-[0-9a-f-]{36}@b\.example>$/),
    },
  ])
  const kept = await sendOver('files', async () => 'kept as a.eml')
  expect(kept.result).toEqual({ outcome: 'kept', problem: null, answer: 'kept as a.eml' })
})

test('it fails once, with the reason, and does not wait for ever', async () => {
  const refusal = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 no' }
  const refused = await sendOver('smtp', async () => {
    throw Object.assign(new Error('refused'), refusal)
  })
  expect(refused.result).toEqual({
    outcome: 'failed',
    problem: 'The mail server did not accept this address (550).',
    answer: '550 no',
  })
  expect(refused.sent).toHaveLength(1)
  const { signals } = refused
  await expect.poll(() => signals[0]?.aborted).toBe(true)
})
