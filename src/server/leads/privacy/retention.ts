import { and, asc, inArray, lt, sql } from 'drizzle-orm'
import type { Retention } from '#/contracts/privacy.ts'
import type { Database } from '../../db/database.ts'
import { leadRetention, leads } from '../../db/schema.ts'
import { announceLeads } from '../lead-changes.ts'

/** Leads deleted in one transaction: few, so that others do not wait for long. */
const batchSize = 500

const unfinished = 'The run was broken off. The next one goes on where it stopped.'

function toRetention(row: typeof leadRetention.$inferSelect | undefined): Retention {
  if (!row?.lastRunAt) return { days: row?.days ?? null, lastRun: null }
  const { days, lastRunAt, deletedLeads, error } = row
  return { days, lastRun: { at: lastRunAt.toISOString(), deletedLeads: deletedLeads ?? 0, error } }
}

/** Reads how long leads are stored, and what the last run did. */
export async function readRetention(db: Database): Promise<Retention> {
  const [row] = await db.select().from(leadRetention)
  return toRetention(row)
}

/** Sets for how many days leads are stored; null for ever. */
export async function setRetention(db: Database, days: number | null): Promise<Retention> {
  const [row] = await db
    .insert(leadRetention)
    .values({ days })
    .onConflictDoUpdate({ target: leadRetention.id, set: { days } })
    .returning()
  return toRetention(row)
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
          lt(leads.createdAt, sql`now() - ${days} * interval '1 day'`),
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

/**
 * Deletes the leads past their retention, once a day, in whichever process comes first, and stores
 * what the run did. Answers true if this call ran it.
 */
export async function runRetention(db: Database, stop: AbortSignal): Promise<boolean> {
  // One of several processes changes the row; for the others the condition is no longer true.
  const [claimed] = await db
    .update(leadRetention)
    .set({ lastRunAt: sql`now()`, deletedLeads: 0, error: unfinished })
    .where(
      sql`days is not null and (last_run_at is null or last_run_at < now() - interval '23 hours')`,
    )
    .returning()
  if (!claimed || claimed.days === null) return false
  let deletedLeads = 0
  let error: string | null = null
  try {
    for (const isQuarantined of [true, false]) {
      for (let gone = batchSize; gone === batchSize && !stop.aborted; deletedLeads += gone) {
        gone = await deleteBatch(db, claimed.days, isQuarantined)
      }
    }
    if (stop.aborted) error = unfinished
  } catch (cause) {
    error = 'The database refused. The next run tries again.'
    throw cause
  } finally {
    await db.update(leadRetention).set({ deletedLeads, error })
  }
  return true
}
