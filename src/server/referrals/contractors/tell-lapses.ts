import { and, eq, or, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { OwnerMail } from '#/contracts/notifications/mails.ts'
import { lapseInWords } from '#/contracts/referrals/contractor-standing.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { lapseNotices } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { repeat } from '../../jobs/loop.ts'
import { listLapsing } from './contractors.ts'

/** Writes to everybody who is notified of leads; answers whether a mail left to any of them. */
export type TellOwner = (mail: OwnerMail) => Promise<boolean>

/** What it takes to tell the owner of lapses. */
export type TellLapsesDeps = { db: Database; siteUrl: string; tellOwner: TellOwner }

/** A process that tells of a lapse has this long; then another one may try. */
const leaseMinutes = 10

const untilLeaseEnds = sql`now() + ${leaseMinutes} * interval '1 minute'`

type Key = Pick<typeof lapseNotices.$inferSelect, 'contractorId' | 'paper' | 'expiresOn'>

const asText = ({ contractorId, paper, expiresOn }: Key) => `${contractorId} ${paper} ${expiresOn}`

/** Claims what nobody has told of yet: only one process gets each. */
async function claimUntold(db: Database, today: string) {
  const lapsing = await listLapsing(db, today)
  const all = lapsing.flatMap(({ id, companyName, found }) =>
    found.map((lapse) => ({
      key: { contractorId: id, paper: lapse.paper, expiresOn: lapse.expiresOn },
      line: `${companyName}: ${lapseInWords(lapse)}.`,
    })),
  )
  if (all.length === 0) return []
  const claimed = await db
    .insert(lapseNotices)
    .values(all.map(({ key }) => ({ ...key, claimedUntil: untilLeaseEnds })))
    .onConflictDoUpdate({
      target: [lapseNotices.contractorId, lapseNotices.paper, lapseNotices.expiresOn],
      set: { claimedUntil: untilLeaseEnds },
      setWhere: sql`${lapseNotices.toldAt} is null and ${lapseNotices.claimedUntil} < now()`,
    })
    .returning()
  const mine = new Set(claimed.map(asText))
  return all.filter(({ key }) => mine.has(asText(key)))
}

/**
 * Tells the owner by mail whose papers lapse within 30 days: once of each day on which one lapses,
 * however many processes run. What could not be sent is tried again.
 */
export async function tellLapses(
  { db, siteUrl, tellOwner }: TellLapsesDeps,
  now = Date.now(),
): Promise<void> {
  const untold = await claimUntold(db, localDay(now))
  if (untold.length === 0) return
  const isTold = await tellOwner({
    kind: 'lapses',
    lapses: untold.map(({ line }) => line),
    link: `${siteUrl}${adminPaths.contractors}`,
  })
  const { contractorId, paper, expiresOn } = lapseNotices
  await db
    .update(lapseNotices)
    .set(isTold ? { toldAt: sql`now()` } : { claimedUntil: sql`now()` })
    .where(
      or(
        ...untold.map(({ key }) =>
          and(
            eq(contractorId, key.contractorId),
            eq(paper, key.paper),
            eq(expiresOn, key.expiresOn),
          ),
        ),
      ),
    )
}

/** Looks for lapses when the server starts and every quarter of an hour. */
export function registerTellLapses(app: FastifyInstance, deps: TellLapsesDeps): void {
  repeat(app, {
    what: 'tell whose papers lapse',
    everyMs: 15 * 60_000,
    run: () => tellLapses(deps),
    startsAtOnce: true,
  })
}
