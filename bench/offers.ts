/**
 * `npm run bench:offers`: how long after the time of an offer is over the mail to the next contractor
 * reaches the mail server, with two processes at it.
 */
import { sql } from 'drizzle-orm'
import { openDatabase } from '#/server/db/connect/client.ts'
import { contractors, offerSettings } from '#/server/db/tables/schema.ts'
import { makeCertificate, writeCertificate } from '#tests/support/certificate.ts'
import { contactBody, contractorFields } from '#tests/support/factories.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { buildIfStale } from '../scripts/build.ts'
import { createLimits, median, printLine } from './limits.ts'

const rounds = 30

/** From the end of an offer's time to the first byte of the next mail, in milliseconds. */
const limitMs = 1_000

/** So long an offer has left in a round. */
const leftMs = 400

await buildIfStale()
const [first, second, trusted] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
const postgres = await startPostgres()
const certificate = await makeCertificate()
const mailServer = await startMailServer(certificate)
const settings = {
  DATABASE_URL: postgres.urlOf('postgres'),
  SMTP_URL: mailServer.url,
  NODE_EXTRA_CA_CERTS: writeCertificate(certificate, trusted.path),
  CONTACT_LIMIT_PER_MINUTE: '1000000',
  CONTACT_LIMIT_PER_HOUR: '1000000',
  LOG_LEVEL: 'error',
}
const servers: ServerProcess[] = []
for (const folder of [first, second]) {
  servers.push(await startServer({ ...settings, DATA_DIR: folder.path }))
}
const location = { dataDir: first.path, databaseUrl: settings.DATABASE_URL }
const database = await openDatabase(location, silentLogger)
const { db } = database

async function sendLead(): Promise<void> {
  const name = crypto.randomUUID()
  const response = await fetch(`${servers[0]?.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(contactBody({ submissionId: crypto.randomUUID(), name, message: name })),
  })
  if (response.status !== 201) throw new Error(`answered ${response.status}`)
}

async function awaitMails(count: number): Promise<void> {
  while (mailServer.taken.length < count) await new Promise(setImmediate)
}

/** One lead: the first contractor does not answer, and the second gets a mail. */
async function measureOnce(): Promise<number> {
  const before = mailServer.taken.length
  await sendLead()
  await awaitMails(before + 1)
  const result = await db.transaction(async (tx) => {
    const rows = await tx.execute(sql`
      update offers set expires_at = clock_timestamp() + ${leftMs}::integer * interval '1 millisecond'
      where state = 'open'
      returning extract(epoch from expires_at) * 1000 as over_at`)
    // As a new offer does: whoever waits for the next one to end may have to wait less.
    await tx.execute(sql`select pg_notify('offers_due', '')`)
    return rows as unknown as { rows: { over_at: string }[] }
  })
  await awaitMails(before + 2)
  const overAt = Number(result.rows[0]?.over_at)
  const sentAt = mailServer.firstBytes[before + 1] ?? Number.NaN
  await db.execute(sql`update referrals set is_automatic = false`)
  await db.execute(sql`update offers set state = 'withdrawn' where state = 'open'`)
  return sentAt - overAt
}

try {
  await db.insert(offerSettings).values({ isAutomatic: true })
  await db.insert(contractors).values([contractorFields(), contractorFields(), contractorFields()])
  await measureOnce()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await measureOnce())
  const most = Math.max(...times)
  printLine(
    `from the end of an offer to the first byte of the next mail, ${rounds} leads, 2 processes:`,
  )
  const limits = createLimits()
  limits.check(
    `p50 ${median(times).toFixed(0)} ms, longest ${most.toFixed(0)} ms (at most ${limitMs} ms)`,
    most <= limitMs,
  )
  process.exitCode = limits.conclude()
} finally {
  for (const server of servers) await server.end('SIGKILL')
  await database.close()
  await mailServer.goAway()
  await postgres.remove()
  for (const folder of [first, second, trusted]) folder.remove()
}
