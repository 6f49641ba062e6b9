import { and, asc, eq, exists, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { contractors, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { startLoop } from '../../jobs/loop.ts'
import { localDay } from '../../time/local-day.ts'
import { apply } from './apply.ts'
import { readNow } from './read-request.ts'

/** How often the tables are looked at, because a signal may get lost. */
const fallbackMs = 30_000

/** A lead that another process works on is looked at again after this time. */
const retryMs = 500
const leastMs = 50

/** A timer may ring a little early. */
const timerSlackMs = 5

const mostAtOnce = 100

const isNotIn = (ids: readonly number[]) =>
  sql`${referrals.leadId} <> all(${sql.param(ids)}::bigint[])`

/** Milliseconds until the next lead is due, but for those that failed; undefined where none will be. */
async function msUntilDue(db: Database, failed: readonly number[]): Promise<number | undefined> {
  const ms = sql<
    string | null
  >`extract(epoch from min(${referrals.dueAt}) - clock_timestamp()) * 1000`
  const [row] = await db
    .select({ ms })
    .from(referrals)
    .where(and(isNotNull(referrals.dueAt), isNotIn(failed)))
  return row?.ms == null ? undefined : Number(row.ms)
}

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

/**
 * Makes the function that looks at each lead for which time or the list of contractors has changed something,
 * and where it is told to also at those that wait until somebody fits. Returns the milliseconds until the
 * next look.
 */
export function createCarryOn(db: Database, logger: Pick<FastifyBaseLogger, 'warn'>) {
  /** Finds leads, the most urgent first, but for those that were tried already. */
  async function find(looksAgain: boolean, tried: readonly number[]) {
    const now = await readNow(db)
    const isChanged = or(lte(referrals.dueAt, now), isBarred(db, localDay(now)))
    const rows = await db
      .select({ id: referrals.leadId })
      .from(referrals)
      .where(and(or(isChanged, looksAgain ? isWaiting : undefined), isNotIn(tried)))
      .orderBy(asc(referrals.turn), asc(referrals.dueAt))
      .limit(mostAtOnce)
    return rows.map(({ id }) => id)
  }

  /** Has time pass for a lead, unless another transaction has it. */
  async function look(leadId: number): Promise<'done' | 'busy' | 'failed'> {
    try {
      return await db.transaction(async (tx) => {
        if (!(await lockLead(tx, leadId, { skipsHeld: true }))) return 'busy'
        await apply(tx, leadId, { do: 'tick' })
        return 'done'
      })
    } catch (err) {
      // The others go on.
      logger.warn({ err, leadId }, 'a lead could not be carried on')
      return 'failed'
    }
  }

  let wasBusy = false
  return async (looksAgain: boolean, stop: AbortSignal): Promise<number> => {
    const again = looksAgain || wasBusy
    const tried: number[] = []
    const left = new Map<number, 'busy' | 'failed'>()
    for (;;) {
      const found = await find(again, tried)
      for (const leadId of found) {
        if (stop.aborted) break
        const how = await look(leadId)
        if (how !== 'done') left.set(leadId, how)
      }
      if (stop.aborted || found.length < mostAtOnce) break
      tried.push(...found)
    }
    wasBusy = [...left.values()].includes('busy')
    const ms = await msUntilDue(db, [...left.keys()])
    const next = Math.min(Math.max(ms ?? fallbackMs, leastMs) + timerSlackMs, fallbackMs)
    return wasBusy ? Math.min(next, retryMs) : next
  }
}

/**
 * Does what is due: at each signal, when the next lead is due by the database's clock, and by polling. A
 * signal that somebody may fit now has it look again for leads that wait for that.
 */
export async function startWorker(
  { db, listen }: Pick<DatabaseHandle, 'db' | 'listen'>,
  logger: FastifyBaseLogger,
): Promise<{ close: () => Promise<void> }> {
  const carryOn = createCarryOn(db, logger)
  let looksAgain = true
  const loop = startLoop({
    what: 'read due leads',
    log: logger,
    async run(stop) {
      const again = looksAgain
      looksAgain = false
      try {
        return await carryOn(again, stop)
      } catch (err) {
        looksAgain ||= again
        throw err
      }
    },
  })
  function wakeSoon(payload = 'again') {
    looksAgain ||= payload === 'again'
    loop.wakeSoon()
  }
  await listen('offers_due', { onMessage: wakeSoon, onRestored: wakeSoon })
  return { close: loop.close }
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
