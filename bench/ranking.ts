/**
 * `npm run bench -- ranking`: whom the server asks for a request, and the list of who fits it, with 1,000
 * contractors and a season of offers. Fails if a p99 is over its limit.
 */
import { eq, sql } from 'drizzle-orm'
import { openDatabase } from '#/server/db/connect/client.ts'
import { contractors, leads } from '#/server/db/tables/schema.ts'
import { findFitting, rankForLead } from '#/server/referrals/contractors/ranking.ts'
import { readLead } from '#/server/referrals/lead/held-lead.ts'
import { findDueLeads } from '#/server/referrals/offers/next-offer.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { fillInboxAt } from './support/fill-leads.ts'
import { bench, printLine } from './support/harness.ts'

/** For whom a page of the office waits. */
const listLimit = 100
/** Requests that come at once are chosen for one after the other. */
const chooseLimit = 100
/** Each process looks every five seconds, and at each signal. */
const dueLimit = 50

const contractorCount = 1_000
/** Ninety days with two hundred requests each, of which each is offered twice. */
const offerCount = 36_000

await bench(async ({ atEnd, time }) => {
  const postgres = await startPostgres()
  atEnd(postgres.remove)
  const connectionString = postgres.urlOf('postgres')
  const { db, close } = await openDatabase(
    { dataDir: '', databaseUrl: connectionString },
    silentLogger,
  )
  atEnd(close)
  await fillInboxAt({ connectionString }, 20_000)
  const added = Array.from({ length: contractorCount }, (_, place) =>
    contractorFields({ mostOpenOffers: 1 + (place % 5), answersEmergencies: place % 3 === 0 }),
  )
  await db.insert(contractors).values(added)
  await db.execute(sql`update contractors set figures_since = now() - interval '400 days'`)
  await db.execute(sql`
    insert into offers (lead_id, contractor_id, state, offered_at, mailed_at, expires_at, answered_at)
    select 1 + each % 20000, 1 + each * 7 % ${contractorCount}, state, made_at, made_at, made_at + interval '4 hours',
      case when state <> 'expired' then made_at + interval '1 hour' end
    from generate_series(1, ${offerCount}::integer) each,
      lateral (select now() - each * interval '3.5 minutes' made_at,
        case each % 4 when 0 then 'expired' else 'declined' end state) made`)
  await db.execute(sql`insert into referrals (lead_id) select id from leads on conflict do nothing`)
  await db.execute(sql`analyze`)
  const [newest] = await db
    .update(leads)
    .set({ town: 'Deltona', service: 'ac-repair' })
    .where(eq(leads.id, sql`(select max(id) from leads)`))
    .returning({ id: leads.id })
  const lead = newest && (await readLead(db, newest.id))
  if (!lead) throw new Error('there is no lead')
  const { fitting } = await findFitting(db, lead)
  printLine(
    `${contractorCount} contractors, of whom ${fitting.length} fit, and ${offerCount} offers`,
  )
  await time('whom the server asks', chooseLimit, () => findFitting(db, lead))
  await time('the list of who fits', listLimit, () => rankForLead(db, lead.id))
  await time('what is due', dueLimit, () => findDueLeads(db, { looksAgain: true }))
})
