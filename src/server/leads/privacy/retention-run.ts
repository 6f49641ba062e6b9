import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { leadRetention, leads } from '#/server/db/tables/schema.ts'
import type { AuditServer } from '../../db/audit-entries.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { inLockOrder } from '../delete-leads.ts'
import {
  addRemoval,
  ageRemovals,
  batchSize,
  bringBackUndone,
  dropIfEmpty,
  purgeRemovals,
  removeLeads,
} from './removals.ts'

const tooMuch = 'Nothing was removed: it would have been more than a tenth of all requests.'

const tooFar =
  'Only the requests of one more day were removed: the clock was set forward, or the site was off for days.'

/** Why a run has left old leads where they are, for the owner to decide. */
export const waitsForOwner: readonly (string | null)[] = [tooMuch, tooFar]

/** A number of leads, for the audit log. */
export const countOfLeads = (leads: number) => (leads === 1 ? '1 request' : `${leads} requests`)

type Row = typeof leadRetention.$inferSelect

/** The row, which nobody else can change until the transaction ends. */
export async function lockRetention(tx: Transaction): Promise<Row | undefined> {
  const [row] = await tx.select().from(leadRetention).for('update')
  return row
}

/** Before this, leads are past a retention of so many days. */
export const endOf = (days: number) => sql`now() - ${days} * interval '1 day'`

/** How many leads are past their retention, how many of them a run may remove, and how many there are. */
export async function countOld(
  db: Database,
  { days, removesUntil }: { days: number; removesUntil: Date | null },
): Promise<{ old: number; due: number; all: number }> {
  const isOld = sql`created_at < ${endOf(days)}`
  const isDue = sql`${isOld} and created_at < ${removesUntil?.toISOString() ?? null}::timestamptz`
  const counted = (condition: typeof isOld) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const [counts] = await db
    .select({ old: counted(isOld), due: counted(isDue), all: count() })
    .from(leads)
  return counts ?? { old: 0, due: 0, all: 0 }
}

/**
 * Nothing comes back, and a removal was broken off, or the last run was a day ago; or after now,
 * where the clock has been set back since.
 */
const isTime = sql<boolean>`not exists (select from lead_removals where is_coming_back) and (
  removal_id is not null or last_run_at is null
  or last_run_at < now() - interval '23 hours' or last_run_at > now() + interval '1 hour'
)`

/** Never back: what was removed once is not removed again. On by a day at most. */
const oneDayOn = (days: number) =>
  sql`greatest(removes_until, least(${endOf(days)}, removes_until + interval '1 day'))`

/** Starts the run of the day if it is time. Answers the removal that has to be gone on with. */
async function begin(db: Database): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const before = await lockRetention(tx)
    const [time] = await tx.select({ isTime }).from(leadRetention)
    if (!before || !time?.isTime) return undefined
    if (before.removalId !== null) return before.removalId
    await ageRemovals(tx)
    const { days } = before
    const [row] = await tx
      .update(leadRetention)
      .set({ lastRunAt: sql`now()`, ...(days !== null && { removesUntil: oneDayOn(days) }) })
      .returning()
    if (!row || days === null) return undefined
    const { due, all } = await countOld(tx, { days, removesUntil: row.removesUntil })
    // A period that is set for the first time makes many leads old at once, and so does a clock that
    // was ahead when it was set.
    const isTooMuch = due > 1 && due > all / 10
    const removalId = isTooMuch ? null : await addRemoval(tx)
    await tx
      .update(leadRetention)
      .set({ removalId, deletedLeads: 0, error: isTooMuch ? tooMuch : null })
    return removalId ?? undefined
  })
}

/**
 * Removes at most a batch of leads; answers how many: none where none is left, or the removal has
 * ended. Fewer than a batch where somebody erased some of them meanwhile.
 */
async function removeBatch(
  db: Database,
  removalId: number,
  isQuarantined: boolean,
): Promise<number> {
  return db.transaction(async (tx) => {
    const row = await lockRetention(tx)
    if (row?.days == null || row.removalId !== removalId) return 0
    const oldest = tx
      .select({ id: leads.id })
      .from(leads)
      .where(
        and(
          // Written as the indexes have it.
          isQuarantined ? sql`is_quarantined` : sql`not is_quarantined`,
          sql`created_at < least(${endOf(row.days)}, (select removes_until from ${leadRetention}))`,
        ),
      )
      .orderBy(asc(leads.createdAt), asc(leads.id))
      .limit(batchSize)
    const old = await tx
      .select({ id: leads.id })
      .from(leads)
      .where(inArray(leads.id, oldest))
      .orderBy(...inLockOrder(leads.id))
      .for('update')
    const ids = old.map(({ id }) => id)
    await removeLeads(tx, removalId, ids)
    await tx
      .update(leadRetention)
      .set({ lastRunAt: sql`now()`, deletedLeads: sql`deleted_leads + ${ids.length}` })
    return ids.length
  })
}

async function end(db: Database, removalId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockRetention(tx)
    if (row?.days == null || row.removalId !== removalId) return
    const { old } = await countOld(tx, { days: row.days, removesUntil: row.removesUntil })
    await tx.update(leadRetention).set({ removalId: null, error: old > 0 ? tooFar : null })
    await dropIfEmpty(tx, removalId)
  })
}

/**
 * Removes what a removal has to, in batches, until it is stopped; then another run goes on with it.
 * Tells how many leads these were, also of a run that fails.
 */
async function remove(
  db: Database,
  removalId: number,
  stop: AbortSignal,
  audit: AuditServer,
): Promise<void> {
  let total = 0
  try {
    for (const isQuarantined of [true, false]) {
      for (let removed = 1; removed > 0; ) {
        if (stop.aborted) return
        removed = await removeBatch(db, removalId, isQuarantined)
        total += removed
      }
    }
    await end(db, removalId)
  } finally {
    if (total > 0) await audit(db, 'retention.remove', countOfLeads(total))
  }
}

/**
 * Removes the leads past their retention, once a day, or when the owner has agreed to it; brings back
 * what the owner wants back; and deletes for good what was removed a week ago. Processes that do so
 * at once share the work. Answers true if there were leads to look for.
 */
export async function runRetention(
  db: Database,
  stop: AbortSignal,
  audit: AuditServer,
): Promise<boolean> {
  await bringBackUndone(db, stop)
  const removalId = await begin(db)
  if (removalId !== undefined) {
    try {
      await remove(db, removalId, stop, audit)
    } catch (cause) {
      const error = 'The database refused. It is tried again within minutes.'
      await db.update(leadRetention).set({ error }).where(eq(leadRetention.removalId, removalId))
      throw cause
    }
  }
  const purged = await purgeRemovals(db, stop)
  if (purged > 0) await audit(db, 'retention.purge', countOfLeads(purged))
  return removalId !== undefined
}
