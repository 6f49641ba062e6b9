/**
 * `npm run bench:notifications`: how long after the answer to a visitor the mail server receives
 * the first byte of the mail, and whether visitors wait longer while the mail server hangs.
 */

import { testPassword } from '#tests/support/app-builder.ts'
import { makeCertificate, writeCertificate } from '#tests/support/certificate.ts'
import { contactBody } from '#tests/support/factories.ts'
import { type MailServerMood, startMailServer } from '#tests/support/mail-server.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { buildIfStale } from '../scripts/build.ts'

const warmUp = 50
const samples = 300
const email = 'owner@example.com'

/** The limit for the first byte in 99 of 100 cases, in milliseconds. */
const firstByteLimitMs = 50

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

function post(server: ServerProcess, path: string, body: object, cookie = '') {
  const headers = { 'content-type': 'application/json', cookie }
  return fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Sends one request as a visitor. Returns when it was answered, and how long that took. */
async function visit(server: ServerProcess): Promise<{ answeredAt: number; ms: number }> {
  const started = performance.now()
  const body = contactBody({ submissionId: crypto.randomUUID(), name: crypto.randomUUID() })
  const response = await post(server, '/api/contact', body)
  if (response.status !== 201) throw new Error(`answered ${response.status}`)
  return { answeredAt: Date.now(), ms: performance.now() - started }
}

await buildIfStale()
const folder = temporaryFolder()
const trusted = temporaryFolder()
const certificate = await makeCertificate()
let mood: MailServerMood = 'accept'
const mailServer = await startMailServer(certificate, () => mood)
const server = await startServer({
  DATA_DIR: folder.path,
  SMTP_URL: mailServer.url,
  NODE_EXTRA_CA_CERTS: writeCertificate(certificate, trusted.path),
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: testPassword,
  CONTACT_LIMIT_PER_MINUTE: '1000000',
  CONTACT_LIMIT_PER_HOUR: '1000000',
  LOG_LEVEL: 'error',
})
const signIn = await post(server, '/api/accounts/sign-in', { email, password: testPassword })
const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
await post(server, '/api/admin/email-notifications', { email: 'to@example.com' }, cookie)

/** Sends one request after the other, each when the mail of the one before has been accepted. */
async function measureFirstBytes(count: number): Promise<number[]> {
  const delays: number[] = []
  for (let i = 0; i < count; i += 1) {
    const before = mailServer.firstBytes.length
    const { answeredAt } = await visit(server)
    while (mailServer.taken.length === before) await new Promise(setImmediate)
    delays.push(Math.max(0, (mailServer.firstBytes[before] ?? 0) - answeredAt))
  }
  return delays
}

async function measureAnswers(count: number): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < count; i += 1) times.push((await visit(server)).ms)
  return times
}

const show = (ms: number) => `${ms.toFixed(1)} ms`
const printLine = (line: string) => process.stdout.write(`${line}\n`)

try {
  await measureFirstBytes(warmUp)
  const firstBytes = await measureFirstBytes(samples)
  const p99 = percentile(firstBytes, 0.99)
  printLine(`from the 201 to the first byte at the mail server, ${samples} requests one by one:`)
  printLine(
    `  p50 ${show(percentile(firstBytes, 0.5))}, p99 ${show(p99)} (at most ${firstByteLimitMs} ms)`,
  )

  const healthy = await measureAnswers(samples)
  mood = 'hang'
  const hanging = await measureAnswers(samples)
  printLine(`time until the visitor has the answer, ${samples} requests one after the other:`)
  for (const [name, times] of [
    ['healthy', healthy],
    ['hanging', hanging],
  ] as const) {
    const [middle, most] = [percentile(times, 0.5), percentile(times, 0.99)]
    printLine(`  mail server ${name}: p50 ${show(middle)}, p99 ${show(most)}`)
  }
  const ratio = percentile(hanging, 0.5) / percentile(healthy, 0.5)
  printLine(`  hanging / healthy: ${ratio.toFixed(2)} (at most 1.1)`)
  process.exitCode = p99 <= firstByteLimitMs && ratio <= 1.1 ? 0 : 1
} finally {
  // It is sending mails that the mail server will never answer, so it could not stop properly.
  await server.end('SIGKILL')
  await mailServer.goAway()
  folder.remove()
  trusted.remove()
}
