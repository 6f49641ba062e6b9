import { and, asc, eq, exists, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { contractors, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { startLoop } from '../../jobs/loop.ts'
import { localDay } from '../../time/local-day.ts'
import type { Command } from '../commands.ts'
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

/** Finds leads, the most urgent first, but for those that were tried already. */
async function findLeads(db: Database, which: SQL | undefined, tried: readonly number[]) {
  const rows = await db
    .select({ id: referrals.leadId })
    .from(referrals)
    .where(and(which, isNotIn(tried)))
    .orderBy(asc(referrals.turn), asc(referrals.dueAt))
    .limit(mostAtOnce)
  return rows.map(({ id }) => id)
}

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

/** The database's time has come for them. */
const isDue = sql`${referrals.dueAt} <= clock_timestamp()`

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

type Tried = 'done' | 'busy' | 'failed'

/**
 * Makes the function that does what is due, and looks again for leads that wait until somebody fits where
 * it is told to. Returns the milliseconds until the next look.
 */
export function createCarryOn(db: Database, logger: Pick<FastifyBaseLogger, 'warn'>) {
  /** Gives a command to a lead, unless another transaction has it. */
  async function give(leadId: number, command: Command): Promise<Tried> {
    try {
      return await db.transaction(async (tx) => {
        if (!(await lockLead(tx, leadId, { skipsHeld: true }))) return 'busy'
        await apply(tx, leadId, command)
        return 'done'
      })
    } catch (err) {
      // The others go on.
      logger.warn({ err, leadId, command: command.do }, 'a lead could not be carried on')
      return 'failed'
    }
  }

  /** Gives a command to each of these leads once. Returns how that went with those that are not done. */
  async function giveToAll(which: SQL | undefined, command: Command, stop: AbortSignal) {
    const tried: number[] = []
    const left = new Map<number, Tried>()
    for (;;) {
      const found = await findLeads(db, which, tried)
      for (const leadId of found) {
        if (stop.aborted) return left
        const how = await give(leadId, command)
        if (how !== 'done') left.set(leadId, how)
      }
      if (found.length < mostAtOnce) return left
      tried.push(...found)
    }
  }

  let wasBusy = false
  return async (looksAgain: boolean, stop: AbortSignal): Promise<number> => {
    const today = localDay(await readNow(db))
    const barred = await giveToAll(isBarred(db, today), { do: 'contractors-changed' }, stop)
    const looked =
      looksAgain || wasBusy ? await giveToAll(isWaiting, { do: 'look-again' }, stop) : []
    wasBusy = [...looked].some(([, how]) => how === 'busy')
    const left = new Map([...barred, ...looked, ...(await giveToAll(isDue, { do: 'tick' }, stop))])
    const isBusy = [...left.values()].includes('busy')
    const ms = await msUntilDue(db, [...left.keys()])
    const next = Math.min(Math.max(ms ?? fallbackMs, leastMs) + timerSlackMs, fallbackMs)
    return isBusy ? Math.min(next, retryMs) : next
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
