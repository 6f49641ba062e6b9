/**
 * `npm run bench:ranking`: how long it takes to say who of 1,000 contractors fits a lead, from the
 * question to the list with its reasons, with PostgreSQL. Fails above the limit.
 */
import { sql } from 'drizzle-orm'
import { towns } from '#/contracts/referrals/towns.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { Database } from '#/server/db/database.ts'
import { contractors, leads } from '#/server/db/tables/schema.ts'
import { rankForLead } from '#/server/referrals/contractors/who-fits.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createTimings } from './timings.ts'

const contractorCount = 1_000
const offersEach = 5
const limitMs = 10

const printLine = (line: string) => void process.stdout.write(`${line}\n`)

/** Makes the contractors, all of whom fit, and leads with the offers of the last 90 days. */
async function fill(db: Database): Promise<void> {
  const all = Array.from({ length: contractorCount }, () =>
    contractorFields({ towns: [...towns], notes: 'Prefers to be called before nine. '.repeat(10) }),
  )
  for (let start = 0; start < all.length; start += 250) {
    await db.insert(contractors).values(all.slice(start, start + 250))
  }
  await db.execute(sql`
    insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service, address)
    select 'submission ' || n, 'hash ' || n, 'Maria', 'maria@example.com', '3865550123', '3865550123',
      'ac-repair', '12 Lakeshore Drive, Deltona'
    from generate_series(1, 200) n`)
  await db.execute(sql`
    insert into offers (lead_id, contractor_id, state, offered_at, expires_at, answered_at)
    select 1 + (c * 7 + n) % 199, c, case when n % 4 = 0 then 'expired' else 'declined' end,
      offered, offered + interval '4 hours',
      case when n % 4 = 0 then null else offered + n * interval '3 minutes' end
    from generate_series(1, ${contractorCount}::integer) c, generate_series(1, ${offersEach}::integer) n,
      lateral (select now() - (n * 4 + c % 3) * interval '1 day' as offered) times`)
  await db.execute(sql`analyze`)
}

const postgres = await startPostgres()
const folder = temporaryFolder()
const { db, close } = await openDatabase(
  { dataDir: folder.path, databaseUrl: postgres.urlOf('postgres') },
  silentLogger,
)
await fill(db)
const [lead] = await db
  .select({ id: leads.id })
  .from(leads)
  .where(sql`submission_id = 'submission 200'`)
const leadId = lead?.id ?? 0
const counts = (await rankForLead(db, leadId))?.counts
printLine(
  `${contractorCount} contractors with ${offersEach} offers each in 90 days; fitting: ${counts?.fitting}\n`,
)
const timings = createTimings(printLine)
await timings.time('who fits a lead', limitMs, () => rankForLead(db, leadId))
await close()
await postgres.remove()
folder.remove()
process.exit(timings.missed().length === 0 ? 0 : 1)
