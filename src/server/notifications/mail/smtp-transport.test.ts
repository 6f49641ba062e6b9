import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { PeerCertificate } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#/server/config/config.ts'
import type { CertificateTrust, SmtpServer } from '#/server/config/mail-config.ts'
import { type Certificate, makeCertificate, writeCertificate } from '#tests/support/certificate.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { paceAt } from '../deliveries/pace.ts'
import { explainMailFailure } from './mail-failure.ts'
import { connectionOptions, createSmtpTransport } from './smtp-transport.ts'

const folder = suiteFolder()
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
  // Unless the owner says which it must be.
  const SMTP_TLS_CA = writeCertificate(await makeCertificate(), folder.path)
  expect(await send({ SMTP_URL, SMTP_TLS_CA })).toEqual(refused)
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

test('any other needs a certificate that the public, a file or the owner vouches for', async () => {
  const certificate = await makeCertificate('mail.example.com')
  const { url: SMTP_URL } = await start(certificate)
  const SMTP_TLS_CA = writeCertificate(certificate, folder.path)
  const elsewhere = { isOnThisMachine: false, requireTls: true }
  const withTrust = (trust: CertificateTrust) => send({ SMTP_URL }, { ...elsewhere, trust })
  expect(await withTrust('public')).toEqual(refused)
  // It is the one in the file, so its name does not matter.
  expect(await send({ SMTP_URL, SMTP_TLS_CA }, elsewhere)).toMatch(/^250/)
  expect(await send({ SMTP_URL, SMTP_TLS_UNCHECKED_HOSTS: 'a.example, 127.0.0.1' })).toMatch(/^250/)
})

test('a mail server elsewhere is spoken to by TLS of today, or not at all', () => {
  const { smtp } = readConfig({ SMTP_URL: 'smtp://mail.example.com' })
  if (!smtp) throw new Error('no mail server')
  expect(connectionOptions(smtp, paceAt(1))).toMatchObject({
    requireTLS: true,
    opportunisticTLS: false,
    tls: { minVersion: 'TLSv1.2' },
  })
})

test('a certificate that is listed is valid under any name; another only under its own', async () => {
  const [listed, other] = [await makeCertificate('a.example'), await makeCertificate('b.example')]
  const { smtp } = readConfig({ SMTP_URL: 'smtp://c.example' })
  if (!smtp) throw new Error('no mail server')
  const trust = { certificates: [listed.cert] }
  const { tls } = connectionOptions({ ...smtp, trust }, paceAt(1))
  const trouble = ({ cert }: Certificate, host: string) =>
    tls.checkServerIdentity?.(
      host,
      new X509Certificate(cert).toLegacyObject() as unknown as PeerCertificate,
    )?.message
  expect(tls.ca).toEqual([listed.cert])
  expect(trouble(listed, 'c.example')).toBeUndefined()
  expect(trouble(other, 'b.example')).toBeUndefined()
  expect(trouble(other, 'c.example')).toContain('c.example')
})

test('which trust a server gets', () => {
  const trust = (env: Record<string, string>) => readConfig(env).smtp?.trust
  const SMTP_URL = 'smtp://mail.example.com'
  expect(trust({ SMTP_URL })).toBe('public')
  expect(trust({ SMTP_URL, SMTP_TLS_UNCHECKED_HOSTS: 'example.com' })).toBe('public')
  expect(trust({ SMTP_URL, SMTP_TLS_UNCHECKED_HOSTS: 'a.b, Mail.Example.com' })).toBe('any')
  expect(trust({ SMTP_URL: 'smtp://localhost' })).toBe('any')
})

test.each([
  ['localhost', true],
  ['127.3.2.1', true],
  ['[::1]', true],
  ['[::ffff:127.0.0.1]', true],
  ['127.999.1.1', false],
  ['localhost.', false],
  ['127.0.0.1.example.com', false],
])('%s is this machine, which may do without TLS: %s', (host, isThisMachine) => {
  const { smtp } = readConfig({ SMTP_URL: `smtp://${host}` })
  expect(smtp).toMatchObject({ requireTls: !isThisMachine, isOnThisMachine: isThisMachine })
})
