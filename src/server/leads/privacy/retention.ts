import { and, eq, sql } from 'drizzle-orm'
import type { Retention } from '#/contracts/leads/privacy.ts'
import { leadRemovals, leadRetention } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { addRemoval, listRemovals } from './removals.ts'
import { countOld, endOf, lockRetention, waitsForOwner } from './retention-run.ts'

/** Reads how long leads are stored, what the last run did, and what can be undone of it. */
export async function readRetention(db: Database): Promise<Retention> {
  const [row] = await db.select().from(leadRetention)
  const removals = await listRemovals(db)
  const nothing = { lastRun: null, isRunning: false, heldBack: null, removals }
  if (!row || row.days === null || row.lastRunAt === null) {
    return { ...nothing, days: row?.days ?? null }
  }
  const { days, lastRunAt, deletedLeads, error, removesUntil } = row
  const isRunning = row.removalId !== null
  const isHeldBack = !isRunning && waitsForOwner.includes(error)
  return {
    days,
    lastRun: { at: lastRunAt.toISOString(), deletedLeads: deletedLeads ?? 0, error },
    isRunning,
    heldBack: isHeldBack ? (await countOld(db, { days, removesUntil })).old || null : null,
    removals,
  }
}

/** Sets for how many days leads are stored; null for ever. What is held back is judged anew. */
export async function setRetention(db: Database, days: number | null): Promise<Retention> {
  const set = {
    days,
    error: null,
    removalId: null,
    removesUntil: days === null ? null : endOf(days),
  }
  await db.insert(leadRetention).values(set).onConflictDoUpdate({ target: leadRetention.id, set })
  return readRetention(db)
}

/**
 * Agrees to the removal of what was held back. The next run, which may begin at once, does it.
 * Throws `conflict` where there are not so many leads now.
 */
export async function agreeToRemoval(db: Database, expectedLeads: number): Promise<Retention> {
  await db.transaction(async (tx) => {
    const row = await lockRetention(tx)
    const { days, heldBack } = await readRetention(tx)
    if (!row || days === null || heldBack !== expectedLeads) {
      throw new AppError(
        'conflict',
        `There are now ${heldBack ?? 0} requests to delete and not ${expectedLeads}. Nothing was deleted; please look again.`,
      )
    }
    await tx.update(leadRetention).set({
      removesUntil: endOf(days),
      removalId: await addRemoval(tx),
      deletedLeads: 0,
      error: null,
    })
  })
  return readRetention(db)
}

/**
 * Undoes a removal: the next run, which may begin at once, brings its leads back. Leads are stored for
 * ever then, until the owner sets a period again; the next run would remove them again. Throws
 * `not_found` where it cannot be undone any more.
 */
export async function undoRemoval(db: Database, removalId: number): Promise<Retention> {
  await db.transaction(async (tx) => {
    await lockRetention(tx)
    const [undone] = await tx
      .update(leadRemovals)
      .set({ isComingBack: true })
      .where(and(eq(leadRemovals.id, removalId), sql`runs_left > 0`))
      .returning()
    if (!undone) throw new AppError('not_found', 'These requests were deleted for good.')
    await tx.update(leadRetention).set({ days: null, error: null, removalId: null })
  })
  return readRetention(db)
}
