import { and, asc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { business } from '#/content/business.ts'
import { contractors, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { type Loop, startLoop } from '../../jobs/loop.ts'
import { apply } from './apply.ts'

/** How often all is looked at: a signal may get lost, and somebody may fit now. */
const fallbackMs = 30_000

/** A lead that another transaction has, or that fails, is tried again after this time. */
const retryMs = 5_000

/** A timer may ring a little early. */
const leastMs = 50

const mostAtOnce = 1_000

/** Somebody fits, but later. */
const isWaiting = and(inArray(referrals.stage, ['new', 'ours']), isNotNull(referrals.retryAt))

/** The leads whose contractor may not have them any more, or not say yes any more. */
function selectBarred(db: Database) {
  const { licenseExpiresOn, insuranceExpiresOn, removedAt } = contractors
  const today = sql`(now() at time zone ${business.timeZone}::text)::date`
  const isLapsed = or(lt(licenseExpiresOn, today), lt(insuranceExpiresOn, today))
  const isOpen = eq(offers.state, 'open')
  return db
    .select({ id: referrals.leadId })
    .from(referrals)
    .innerJoin(offers, eq(offers.leadId, referrals.leadId))
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .where(
      and(
        inArray(referrals.stage, ['asked', 'matched']),
        inArray(offers.state, ['open', 'accepted']),
        or(isNotNull(removedAt), and(isOpen, isLapsed)),
      ),
    )
}

/** Finds the leads for which time or the list of contractors has changed something, the most urgent first. */
async function findDue(db: Database, looksAgain: boolean): Promise<number[]> {
  const isDue = sql`${referrals.dueAt} <= now()`
  const due = db
    .select({ id: referrals.leadId })
    .from(referrals)
    .where(looksAgain ? or(isDue, isWaiting) : isDue)
  const rows = await db
    .select({ id: referrals.leadId })
    .from(referrals)
    .where(inArray(referrals.leadId, due.unionAll(selectBarred(db))))
    .orderBy(asc(referrals.turn), asc(referrals.dueAt))
    .limit(mostAtOnce)
  return rows.map(({ id }) => id)
}

/**
 * Does what is due, and where it is told to also looks at the leads that wait until somebody fits. Returns the
 * milliseconds until the next look.
 */
export async function carryOn(
  db: Database,
  logger: Pick<FastifyBaseLogger, 'warn'>,
  looksAgain: boolean,
  stop?: AbortSignal,
): Promise<number> {
  const left: number[] = []
  for (const leadId of await findDue(db, looksAgain)) {
    if (stop?.aborted) break
    try {
      await db.transaction(async (tx) => {
        const lead = await lockLead(tx, leadId, { skipsHeld: true })
        if (lead) await apply(tx, leadId, { do: 'tick' }, lead)
        else left.push(leadId)
      })
    } catch (err) {
      // The others go on.
      logger.warn({ err, leadId }, 'a lead could not be moved on to its next step')
      left.push(leadId)
    }
  }
  const isLeft = sql`${referrals.leadId} = any(${sql.param(left)}::bigint[])`
  const until = sql<string | null>`extract(epoch from min(${referrals.dueAt}) - now()) * 1000`
  const [next] = await db.select({ until }).from(referrals).where(sql`not ${isLeft}`)
  const ms = Number(next?.until ?? fallbackMs)
  return Math.min(Math.max(ms, 0) + leastMs, left.length > 0 ? retryMs : fallbackMs)
}

/**
 * Does what is due from when the server listens until it closes: at each signal, when the next lead is due by
 * the database's clock, and by polling. `readSite` reads the hours and times of the business, unless they were
 * read.
 */
export function registerWorker(
  app: FastifyInstance,
  { db, listen }: Pick<DatabaseHandle, 'db' | 'listen'>,
  readSite: () => Promise<void>,
): void {
  let lookedAt = Number.NEGATIVE_INFINITY
  async function run(stop: AbortSignal): Promise<number> {
    await readSite()
    const looksAgain = performance.now() - lookedAt >= fallbackMs
    if (looksAgain) lookedAt = performance.now()
    return carryOn(db, app.log, looksAgain, stop)
  }
  let loop: Loop | undefined
  app.addHook('onListen', async () => {
    loop = startLoop({ what: 'read due leads', log: app.log, run })
    await listen('leads_changed', { onMessage: loop.wake, onRestored: loop.wake })
  })
  app.addHook('onClose', async () => loop?.close())
}
