import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#/server/config/config.ts'
import type { SmtpServer } from '#/server/config/mail-config.ts'
import { type Certificate, makeCertificate, trustHere } from '#tests/support/certificate.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { paceAt } from '../deliveries/pace.ts'
import { explainMailFailure } from './mail-failure.ts'
import { connectionOptions, createSmtpTransport } from './smtp-transport.ts'

const servers: MailServer[] = []
afterAll(() => Promise.all(servers.map(({ goAway }) => goAway())))

const refused = expect.stringContaining('can have the site trust it')

async function start(certificate: Certificate) {
  const server = await startMailServer(certificate, () => 'accept', { isSecure: false })
  servers.push(server)
  return server
}

/** Sends a mail with these variables. Answers what became of it, in the owner's words. */
async function send(env: Record<string, string>, overrides: Partial<SmtpServer> = {}) {
  const { smtp, mail } = readConfig(env)
  if (!smtp) throw new Error('no mail server')
  const transport = createSmtpTransport({ ...smtp, ...overrides }, mail, paceAt(0.01))
  const text = { subject: 'Test', text: 'Test', html: '<p>Test</p>' }
  const outgoing = { ...text, to: 'owner@example.com', messageId: '<a@b.example>' }
  try {
    return (await transport.send(outgoing, AbortSignal.timeout(10_000))).answer
  } catch (error) {
    return explainMailFailure(error).problem
  } finally {
    transport.close()
  }
}

test('a mail server on this machine may have made its certificate itself', async () => {
  const { url: SMTP_URL, taken } = await start(await makeCertificate('mail.example.com'))
  expect(await send({ SMTP_URL })).toMatch(/^250/)
  expect(taken).toHaveLength(1)
})

/** A mail server that can do nothing but answer. Keeps what it is sent, as it arrives. */
async function startPlain(answers: Record<string, string>) {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.write('220 here.example\r\n')
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const text = data.toString()
      received.push(text)
      const [command = ''] = text.split(/[ \r]/)
      const isInside = received.includes('DATA\r\n') && command !== 'DATA'
      if (isInside && !received.join('').endsWith('\r\n.\r\n')) return
      socket.write(`${answers[command] ?? '250 taken'}\r\n`)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => server.close() }
}

test('one on this machine that offers TLS and cannot do it gets the mail without', async () => {
  const server = await startPlain({
    EHLO: '250-here.example\r\n250 STARTTLS',
    STARTTLS: '454 4.7.0 TLS not available due to local problem',
    DATA: '354 go on',
  })
  expect(await send({ SMTP_URL: server.url })).toBe('250 taken')
  server.close()
})

test('any other needs a certificate that an authority vouches for, for its own name', async () => {
  const elsewhere = { isOnThisMachine: false, requireTls: true }
  const [own, ofOther] = [await makeCertificate(), await makeCertificate('mail.example.com')]
  const sendBy = async (certificate: Certificate) =>
    send({ SMTP_URL: (await start(certificate)).url }, elsewhere)
  expect(await sendBy(own)).toEqual(refused)
  for (const certificate of [own, ofOther]) trustHere(certificate)
  expect(await sendBy(own)).toMatch(/^250/)
  expect(await sendBy(ofOther)).toEqual(refused)
})

test('a mail server elsewhere is spoken to by TLS of today, or not at all', () => {
  const { smtp } = readConfig({ SMTP_URL: 'smtp://mail.example.com' })
  if (!smtp) throw new Error('no mail server')
  expect(connectionOptions(smtp, paceAt(1))).toMatchObject({
    requireTLS: true,
    opportunisticTLS: false,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
  })
})

test.each([
  ['localhost', true],
  ['[::1]', true],
  ['localhost.', false],
  ['127.0.0.1.example.com', false],
])('%s is this machine, which may do without TLS: %s', (host, isThisMachine) => {
  const { smtp } = readConfig({ SMTP_URL: `smtp://${host}` })
  expect(smtp).toMatchObject({ requireTls: !isThisMachine, isOnThisMachine: isThisMachine })
})
