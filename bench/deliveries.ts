/**
 * `npm run bench -- deliveries`: how soon after the answer to a visitor a mail server has the first byte
 * of the owner's mail; whether visitors wait longer while the mail server hangs; how soon the next
 * contractor is asked when an offer is over, by two processes; and how long it takes to claim
 * deliveries while 25,000 wait.
 */
import { sql } from 'drizzle-orm'
import { apiPaths } from '#/contracts/routes.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { Database } from '#/server/db/database.ts'
import { contractors, offerSettings } from '#/server/db/tables/schema.ts'
import { createClaimDue } from '#/server/notifications/deliveries/claims.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import { contactBody, contractorFields } from '#tests/support/factories.ts'
import {
  type MailServer,
  type MailServerMood,
  startMailServer,
} from '#tests/support/mail-server.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { fillInbox } from './support/fill-leads.ts'
import { type Bench, bench, median, percentile } from './support/harness.ts'

const samples = 300
const offers = 30
const waiting = 25_000
const limitsMs = { firstByte: 50, nextOffer: 1_000, claim: 10 }
/** How much longer visitors may wait while the mail server hangs. */
const maxHangingRatio = 1.1
/** How long an offer has left in a round. */
const leftMs = 400

/** Sends one request as a visitor. Returns when it was answered, and how long that took. */
async function visit(url: string): Promise<{ answeredAt: number; ms: number }> {
  const started = performance.now()
  const name = crypto.randomUUID()
  const response = await fetch(url + apiPaths.contact, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(contactBody({ submissionId: name, name, message: name })),
  })
  if (response.status !== 201) throw new Error(`answered ${response.status}`)
  return { answeredAt: Date.now(), ms: performance.now() - started }
}

async function untilTaken({ taken }: MailServer, count: number): Promise<void> {
  while (taken.length < count) await new Promise(setImmediate)
}

/** Sends one request after the other, each when the mail of the one before has arrived. */
async function measureFirstBytes(url: string, mails: MailServer, count: number) {
  const delays: number[] = []
  for (let i = 0; i < count; i += 1) {
    const before = mails.taken.length
    const { answeredAt } = await visit(url)
    await untilTaken(mails, before + 1)
    delays.push(Math.max(0, (mails.firstBytes[before] ?? 0) - answeredAt))
  }
  return delays
}

async function measureAnswers(url: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < samples; i += 1) times.push((await visit(url)).ms)
  return median(times)
}

/** One lead: the first contractor does not answer, and the second gets a mail. */
async function measureOffer(url: string, db: Database, mails: MailServer): Promise<number> {
  const before = mails.taken.length
  await visit(url)
  await untilTaken(mails, before + 1)
  const { rows } = (await db.transaction(async (tx) => {
    const ended = await tx.execute(sql`
      update offers set expires_at = clock_timestamp() + ${leftMs}::integer * interval '1 millisecond'
      where state = 'open' returning extract(epoch from expires_at) * 1000 as over_at`)
    // As a new offer does: a process that waits for the next one to end may have to wait less.
    await tx.execute(sql`select pg_notify('offers_due', '')`)
    return ended
  })) as unknown as { rows: { over_at: string }[] }
  await untilTaken(mails, before + 2)
  await db.execute(sql`update referrals set is_automatic = false`)
  await db.execute(sql`update offers set state = 'withdrawn' where state = 'open'`)
  return (mails.firstBytes[before + 1] ?? Number.NaN) - Number(rows[0]?.over_at)
}

async function measureOffers({ check }: Bench, url: string, db: Database, mails: MailServer) {
  await db.insert(offerSettings).values({ isAutomatic: true })
  await db.insert(contractors).values([contractorFields(), contractorFields(), contractorFields()])
  await measureOffer(url, db, mails)
  const times: number[] = []
  for (let round = 0; round < offers; round += 1) times.push(await measureOffer(url, db, mails))
  const most = Math.max(...times)
  check(
    `from the end of an offer to the next mail: p50 ${median(times).toFixed(0)} ms, longest ${most.toFixed(0)} ms (at most ${limitsMs.nextOffer})`,
    most <= limitsMs.nextOffer,
  )
}

async function measureClaims({ check }: Bench, db: Database) {
  await fillInbox(db, waiting)
  await db.execute(
    sql`insert into notification_recipients (email) values ('to@example.com') on conflict do nothing`,
  )
  await db.execute(sql`select queue_deliveries(id) from leads where submission_id like 'bench-%'`)
  await db.execute(sql`vacuum analyze deliveries`)
  const claim = createClaimDue(db, ['mail', 'confirmation'], 120_000)
  const times: number[] = []
  for (let round = 0; round < samples; round += 1) {
    const began = performance.now()
    await claim(5)
    times.push(performance.now() - began)
  }
  const [middle, most] = [median(times), percentile(times, 0.99)]
  check(
    `a claim while ${waiting} wait: p50 ${middle.toFixed(1)} ms (at most ${limitsMs.claim}), p99 ${most.toFixed(1)} ms`,
    middle <= limitsMs.claim,
  )
}

await bench(async (tools) => {
  const { atEnd, check, folder, startProduct } = tools
  const postgres = await startPostgres()
  atEnd(postgres.remove)
  let mood: MailServerMood = 'accept'
  const mails = await startMailServer(await makeCertificate(), () => mood, { isSecure: false })
  atEnd(mails.goAway)
  const databaseUrl = postgres.urlOf('postgres')
  const env = { ...ownerEnv, DATABASE_URL: databaseUrl, SMTP_URL: mails.url, LOG_LEVEL: 'error' }
  const servers = [await startProduct(env), await startProduct(env)]
  const url = servers[0]?.url ?? ''
  const { db, close } = await openDatabase({ dataDir: folder(), databaseUrl }, silentLogger)
  atEnd(close)

  await measureOffers(tools, url, db, mails)
  await db.execute(sql`update offer_settings set is_automatic = false`)
  await (await signInOwner(url)).addRecipient('to@example.com')
  await measureFirstBytes(url, mails, 50)
  const firstBytes = await measureFirstBytes(url, mails, samples)
  const most = percentile(firstBytes, 0.99)
  check(
    `from the answer to the mail: p50 ${median(firstBytes)} ms, p99 ${most} ms (at most ${limitsMs.firstByte})`,
    most <= limitsMs.firstByte,
  )
  const healthy = await measureAnswers(url)
  mood = 'hang'
  const ratio = (await measureAnswers(url)) / healthy
  check(
    `visitors wait ${ratio.toFixed(2)} times as long while the mail server hangs (at most ${maxHangingRatio})`,
    ratio <= maxHangingRatio,
  )
  // They wait for answers of the mail server that never come.
  for (const server of servers) await server.end('SIGKILL')
  await measureClaims(tools, db)
})
