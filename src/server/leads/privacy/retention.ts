import { and, asc, count, inArray, lt, sql } from 'drizzle-orm'
import type { Retention } from '#/contracts/privacy.ts'
import type { Database } from '../../db/database.ts'
import { leadRetention, leads } from '../../db/schema.ts'
import { AppError } from '../../http/errors.ts'
import { announceLeads } from '../lead-changes.ts'

/** Leads deleted in one transaction: few, so that others do not wait for long. */
const batchSize = 500

const unfinished = 'The run was broken off. The next one goes on where it stopped.'

const heldBack = 'Nothing was deleted: it would have been more than a tenth of all requests.'

const isOld = (days: number) => lt(leads.createdAt, sql`now() - ${days} * interval '1 day'`)

/** How many leads are past their retention, and how many there are. */
async function countOld(db: Database, days: number): Promise<{ old: number; all: number }> {
  const old = sql<number>`count(*) filter (where ${isOld(days)})`.mapWith(Number)
  const [counted] = await db.select({ old, all: count() }).from(leads)
  return counted ?? { old: 0, all: 0 }
}

/**
 * True where a run would delete so much at once that it is not done without the owner: a clock that
 * is years ahead makes every lead old, and so does a period that is set for the first time.
 */
async function isTooMuch(db: Database, days: number): Promise<boolean> {
  const { old, all } = await countOld(db, days)
  return old > 1 && old > all / 10
}

async function toRetention(
  db: Database,
  row: typeof leadRetention.$inferSelect | undefined,
): Promise<Retention> {
  const days = row?.days ?? null
  if (!row?.lastRunAt) return { days, lastRun: null, heldBack: null }
  const { lastRunAt, deletedLeads, error } = row
  const lastRun = { at: lastRunAt.toISOString(), deletedLeads: deletedLeads ?? 0, error }
  const isHeldBack = days !== null && error === heldBack
  return { days, lastRun, heldBack: isHeldBack ? (await countOld(db, days)).old || null : null }
}

/** Reads how long leads are stored, and what the last run did. */
export async function readRetention(db: Database): Promise<Retention> {
  const [row] = await db.select().from(leadRetention)
  return toRetention(db, row)
}

/** Sets for how many days leads are stored; null for ever. What is held back is judged anew. */
export async function setRetention(db: Database, days: number | null): Promise<Retention> {
  const [row] = await db
    .insert(leadRetention)
    .values({ days })
    .onConflictDoUpdate({ target: leadRetention.id, set: { days, error: null } })
    .returning()
  return toRetention(db, row)
}

/** Deletes at most a batch of leads past their retention; answers how many. */
async function deleteBatch(db: Database, days: number, isQuarantined: boolean): Promise<number> {
  return db.transaction(async (tx) => {
    const old = tx
      .select({ id: leads.id })
      .from(leads)
      .where(
        and(
          // Written as the indexes have it.
          isQuarantined ? sql`is_quarantined` : sql`not is_quarantined`,
          isOld(days),
        ),
      )
      .orderBy(asc(leads.createdAt), asc(leads.id))
      .limit(batchSize)
    const gone = await tx.delete(leads).where(inArray(leads.id, old)).returning({ id: leads.id })
    await announceLeads(
      tx,
      gone.map(({ id }) => id),
      'removed',
    )
    return gone.length
  })
}

/** Deletes all leads past their retention, in batches, until it is stopped. Answers how many. */
async function deleteOld(db: Database, days: number, stop?: AbortSignal): Promise<number> {
  let deleted = 0
  for (const isQuarantined of [true, false]) {
    for (let gone = batchSize; gone === batchSize && !stop?.aborted; deleted += gone) {
      gone = await deleteBatch(db, days, isQuarantined)
    }
  }
  return deleted
}

/**
 * Deletes what was held back, with the owner's consent to so many. Throws `conflict` where there are
 * not as many now.
 */
export async function deleteHeldBack(db: Database, expectedLeads: number): Promise<Retention> {
  const { days, heldBack: waiting } = await readRetention(db)
  if (days === null || waiting !== expectedLeads) {
    throw new AppError(
      'conflict',
      `There are now ${waiting ?? 0} requests to delete and not ${expectedLeads}. Nothing was deleted; please look again.`,
    )
  }
  const deletedLeads = await deleteOld(db, days)
  await db.update(leadRetention).set({ lastRunAt: sql`now()`, deletedLeads, error: null })
  return readRetention(db)
}

/** A day after the last run; or before it, where the clock has been set back since. */
const isTime = sql`(last_run_at is null or last_run_at < now() - interval '23 hours' or last_run_at > now() + interval '1 hour')`

/**
 * Deletes the leads past their retention, once a day, in whichever process comes first, and stores
 * what the run did. Answers true if this call ran it.
 */
export async function runRetention(db: Database, stop: AbortSignal): Promise<boolean> {
  // One of several processes changes the row; for the others the condition is no longer true.
  const [claimed] = await db
    .update(leadRetention)
    .set({ lastRunAt: sql`now()`, deletedLeads: 0, error: unfinished })
    .where(sql`days is not null and ${isTime}`)
    .returning()
  if (!claimed || claimed.days === null) return false
  let deletedLeads = 0
  let error: string | null = 'The database refused. The next run tries again.'
  try {
    if (await isTooMuch(db, claimed.days)) error = heldBack
    else {
      deletedLeads = await deleteOld(db, claimed.days, stop)
      error = stop.aborted ? unfinished : null
    }
  } finally {
    await db.update(leadRetention).set({ deletedLeads, error })
  }
  return true
}
