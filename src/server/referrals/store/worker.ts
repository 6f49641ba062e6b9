import { and, asc, eq, exists, inArray, isNotNull, lt, lte, min, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { contractors, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { type Loop, startLoop } from '../../jobs/loop.ts'
import { localDay } from '../../time/local-day.ts'
import { apply } from './apply.ts'
import { readNow } from './read-request.ts'

/** How often all is looked at: a signal may get lost, and somebody may fit now. */
const fallbackMs = 30_000

/** A lead that another transaction has, or that fails, is tried again after this time. */
const retryMs = 5_000

/** A timer may ring a little early. */
const leastMs = 50

const mostAtOnce = 1_000

/** Somebody fits, but later. */
const isWaiting = and(inArray(referrals.stage, ['new', 'ours']), isNotNull(referrals.retryAt))

/** Its contractor may not have it any more, or not say yes any more. */
function isBarred(db: Database, today: string) {
  const { licenseExpiresOn, insuranceExpiresOn, removedAt } = contractors
  const isLapsed = or(lt(licenseExpiresOn, today), lt(insuranceExpiresOn, today))
  const isOpen = eq(offers.state, 'open')
  const isTheirs = and(
    eq(offers.leadId, referrals.leadId),
    inArray(offers.state, ['open', 'accepted']),
    or(isNotNull(removedAt), and(isOpen, isLapsed)),
  )
  const theirs = db
    .select({ id: offers.id })
    .from(offers)
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .where(isTheirs)
  return and(inArray(referrals.stage, ['asked', 'matched']), exists(theirs))
}

/** Finds the leads for which time or the list of contractors has changed something, the most urgent first. */
async function findDue(db: Database, looksAgain: boolean): Promise<number[]> {
  const now = await readNow(db)
  const isChanged = or(lte(referrals.dueAt, now), isBarred(db, localDay(now)))
  const rows = await db
    .select({ id: referrals.leadId })
    .from(referrals)
    .where(looksAgain ? or(isChanged, isWaiting) : isChanged)
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
        if (await lockLead(tx, leadId, { skipsHeld: true })) await apply(tx, leadId, { do: 'tick' })
        else left.push(leadId)
      })
    } catch (err) {
      // The others go on.
      logger.warn({ err, leadId }, 'a lead could not be carried on')
      left.push(leadId)
    }
  }
  const isLeft = sql`${referrals.leadId} = any(${sql.param(left)}::bigint[])`
  const [next] = await db
    .select({ at: min(referrals.dueAt) })
    .from(referrals)
    .where(sql`not ${isLeft}`)
  const ms = next?.at == null ? fallbackMs : next.at - (await readNow(db))
  return Math.min(Math.max(ms, 0) + leastMs, left.length > 0 ? retryMs : fallbackMs)
}

/** Does what is due: at each signal, when the next lead is due by the database's clock, and by polling. */
export async function startWorker(
  { db, listen }: Pick<DatabaseHandle, 'db' | 'listen'>,
  logger: FastifyBaseLogger,
): Promise<Loop> {
  let lookedAt = Number.NEGATIVE_INFINITY
  const loop = startLoop({
    what: 'read due leads',
    log: logger,
    async run(stop) {
      const looksAgain = performance.now() - lookedAt >= fallbackMs
      if (looksAgain) lookedAt = performance.now()
      return carryOn(db, logger, looksAgain, stop)
    },
  })
  await listen('offers_due', { onMessage: loop.wakeSoon, onRestored: loop.wakeSoon })
  return loop
}

/** Runs that from when the server listens until it closes. */
export function registerWorker(app: FastifyInstance, database: DatabaseHandle): void {
  let worker: ReturnType<typeof startWorker> | undefined
  app.addHook('onListen', async () => {
    worker = startWorker(database, app.log)
    await worker
  })
  app.addHook('onClose', async () => (await worker?.catch(() => undefined))?.close())
}
