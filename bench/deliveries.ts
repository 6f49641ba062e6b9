/**
 * `npm run bench:deliveries`: how long it takes to claim deliveries while 25,000 wait, and what it
 * costs one process to send mails then. Fails where half of the claims take more than 10 ms.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { Database } from '#/server/db/database.ts'
import { createClaimDue } from '#/server/notifications/deliveries/claims.ts'
import { postmasterOf, startPostgres } from '#tests/support/postgres-server.ts'
import { startServer } from '#tests/support/server-process.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { buildIfStale } from '../scripts/build.ts'
import { fillInbox } from './fill-leads.ts'
import { createLimits, printLine } from './limits.ts'
import { processorMs } from './processes.ts'

const { values } = parseArgs({
  options: {
    waiting: { type: 'string', default: '25000' },
    mails: { type: 'string', default: '2000' },
  },
})
const [waiting, mails] = [Number(values.waiting), Number(values.mails)]
const warmUp = 100
const claims = 300
const limit = 5
const limitMs = 10

async function queueAll(db: Database): Promise<void> {
  await fillInbox(db, waiting)
  await db.execute(sql`insert into notification_recipients (email) values ('to@example.com')`)
  await db.execute(sql`select queue_deliveries(id) from leads`)
  await db.execute(sql`vacuum analyze deliveries`)
}

async function measureClaims(db: Database): Promise<number[]> {
  const times: number[] = []
  for (let claim = 0; claim < claims; claim += 1) {
    const began = performance.now()
    await createClaimDue(db, ['mail', 'confirmation'], 120_000)(limit)
    times.push(performance.now() - began)
  }
  await db.execute(sql`update deliveries set claim_token = null, attempts = 0, due_at = queued_at`)
  return times.sort((a, b) => a - b)
}

/** Resolves when the mail server has taken so many mails; answers how many it has. */
async function awaitMails(mailServer: ChildProcess, count: number): Promise<number> {
  for (;;) {
    const [taken] = (await once(mailServer, 'message')) as [number]
    if (taken >= count) return taken
  }
}

/** Mails in a second of one process, and the processor's time for each: its own and PostgreSQL's. */
async function measureSending(
  env: Record<string, string>,
  { mailServer, postmaster }: { mailServer: ChildProcess; postmaster: number },
) {
  const server = await startServer(env)
  try {
    const before = await awaitMails(mailServer, warmUp)
    const roots = [[server.pid], [postmaster]]
    const [began, used] = [performance.now(), roots.map(processorMs)]
    const sent = (await awaitMails(mailServer, before + mails)) - before
    const [own = 0, inPostgres = 0] = roots.map(
      (root, index) => (processorMs(root) - (used[index] ?? 0)) / sent,
    )
    return { rate: (sent / (performance.now() - began)) * 1000, own, inPostgres }
  } finally {
    await server.end('SIGTERM')
  }
}

await buildIfStale()
const folder = temporaryFolder()
const limits = createLimits()
const postgres = await startPostgres()
const mailServer = fork(new URL('mail-sink.ts', import.meta.url))
try {
  const [smtpUrl] = (await once(mailServer, 'message')) as [string]
  const databaseUrl = postgres.urlOf('postgres')
  const { db, close } = await openDatabase({ dataDir: folder.path, databaseUrl }, silentLogger)
  await queueAll(db)
  printLine(`${waiting.toLocaleString('en')} deliveries wait`)
  const times = await measureClaims(db)
  const [middle = 0, most = 0] = [0.5, 0.99].map((share) => times[Math.floor(claims * share)])
  limits.check(
    `a claim of ${limit}: p50 ${middle.toFixed(2)} ms (at most ${limitMs}), p99 ${most.toFixed(2)} ms`,
    middle <= limitMs,
  )
  await close()
  const { rate, own, inPostgres } = await measureSending(
    { DATA_DIR: folder.path, DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl, LOG_LEVEL: 'warn' },
    { mailServer, postmaster: postmasterOf(postgres.dataDir) },
  )
  printLine(`  one process sends ${rate.toFixed(0)} mails a second`)
  printLine(
    `  processor for each: ${own.toFixed(2)} ms, and ${inPostgres.toFixed(2)} ms in PostgreSQL`,
  )
} finally {
  mailServer.kill()
  await postgres.remove()
  folder.remove()
}
process.exitCode = limits.conclude()
