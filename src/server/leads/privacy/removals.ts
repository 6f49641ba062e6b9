import { and, asc, count, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Removal } from '#/contracts/leads/privacy.ts'
import { announceLeads } from '#/server/db/lead-history.ts'
import { allLeads, deliveries, leadRemovals, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { deleteLeads, lockDeliveriesOfLeads } from '../delete-leads.ts'

/** Leads changed in one transaction: few, so that others do not wait for long. */
export const batchSize = 500

/** Runs come 23 hours after each other at least: eight of them are a week. */
const runsKept = 8

const daysKept = 7

/** Starts a removal, and returns its id. */
export async function addRemoval(tx: Transaction): Promise<number> {
  const [removal] = await tx.insert(leadRemovals).values({ runsLeft: runsKept }).returning()
  if (!removal) throw new Error('the insert of a removal returned no row')
  return removal.id
}

/**
 * Takes leads, which the caller has locked, out of `leads`. They are old: open offers end and mails that
 * were not sent are cancelled, and neither begins again if the leads come back.
 */
export async function removeLeads(
  tx: Transaction,
  removalId: number,
  ids: number[],
): Promise<void> {
  await lockDeliveriesOfLeads(tx, ids)
  await tx
    .update(deliveries)
    .set({
      state: 'cancelled',
      problem: sql`coalesce(${deliveries.problem}, 'The request was removed because of its age.')`,
    })
    .where(
      and(
        inArray(deliveries.leadId, ids),
        inArray(deliveries.state, ['pending', 'failed']),
        // One that is being attempted finds no lead, or is sent.
        sql`${deliveries.claimToken} is null`,
      ),
    )
  await tx
    .update(offers)
    .set({ state: 'withdrawn' })
    .where(and(inArray(offers.leadId, ids), eq(offers.state, 'open')))
  await tx.update(referrals).set({ isAutomatic: false }).where(inArray(referrals.leadId, ids))
  await tx.update(allLeads).set({ removalId }).where(inArray(allLeads.id, ids))
  await announceLeads(tx)
}

/** The next leads of some removals, locked; without those that an erasure holds. */
async function lockNext(tx: Transaction, removals: number[]): Promise<number[]> {
  const rows = await tx
    .select({ id: allLeads.id })
    .from(allLeads)
    .where(inArray(allLeads.removalId, removals))
    .orderBy(asc(allLeads.id))
    .limit(batchSize)
    .for('update', { skipLocked: true })
  return rows.map(({ id }) => id)
}

/** Brings back at most a batch of leads; returns how many it took. */
async function bringBackBatch(db: Database, removalId: number): Promise<number> {
  return db.transaction(async (tx) => {
    const taken = await lockNext(tx, [removalId])
    const { rows: twins } = (await tx.execute(sql`
      select removed.id::integer from ${allLeads} removed join ${allLeads} again
        using (content_hash, submission_id)
      where ${inArray(sql`removed.id`, taken)} and again.removal_id is null`)) as unknown as {
      rows: { id: number }[]
    }
    // What was sent again meanwhile is there already.
    const gone = await deleteLeads(
      tx,
      twins.map(({ id }) => id),
    )
    const back = taken.filter((id) => !gone.includes(id))
    await tx.update(allLeads).set({ removalId: null }).where(inArray(allLeads.id, back))
    await announceLeads(tx)
    return taken.length
  })
}

const isEmpty = sql`not exists (select from ${allLeads} where removal_id = ${leadRemovals.id})`

/** Deletes a removal that holds no leads. */
export async function dropIfEmpty(db: Database, removalId: number): Promise<void> {
  await db.delete(leadRemovals).where(sql`${leadRemovals.id} = ${removalId} and ${isEmpty}`)
}

/** Brings back the leads of every removal that the owner has undone. */
export async function bringBackUndone(db: Database, stop: AbortSignal): Promise<void> {
  const undone = await db
    .select({ id: leadRemovals.id })
    .from(leadRemovals)
    .where(eq(leadRemovals.isComingBack, true))
  for (const { id } of undone) {
    for (let taken = batchSize; taken === batchSize && !stop.aborted; ) {
      taken = await bringBackBatch(db, id)
    }
    await dropIfEmpty(db, id)
  }
}

/** A day has passed for every removal but those that come back. */
export async function ageRemovals(tx: Transaction): Promise<void> {
  await tx
    .update(leadRemovals)
    .set({ runsLeft: sql`runs_left - 1` })
    .where(eq(leadRemovals.isComingBack, false))
}

/** Deletes for good what was removed a week ago; returns how many leads that were. */
export async function purgeRemovals(db: Database, stop: AbortSignal): Promise<number> {
  const over = await db
    .select({ id: leadRemovals.id })
    .from(leadRemovals)
    .where(lte(leadRemovals.runsLeft, 0))
  const ids = over.map(({ id }) => id)
  let total = 0
  for (let gone = batchSize; gone === batchSize && !stop.aborted; ) {
    const deleted = await db.transaction(async (tx) => deleteLeads(tx, await lockNext(tx, ids)))
    gone = deleted.length
    total += gone
  }
  for (const id of ids) await dropIfEmpty(db, id)
  return total
}

/** The removals that can be undone or come back just now, newest first. */
export async function listRemovals(db: Database): Promise<Removal[]> {
  const rows = await db
    .select({
      id: leadRemovals.id,
      at: leadRemovals.createdAt,
      until: sql`${leadRemovals.createdAt} + ${daysKept} * interval '1 day'`.mapWith(
        leadRemovals.createdAt,
      ),
      leads: count(),
      isComingBack: leadRemovals.isComingBack,
    })
    .from(leadRemovals)
    .innerJoin(allLeads, eq(allLeads.removalId, leadRemovals.id))
    .groupBy(leadRemovals.id)
    .orderBy(sql`${leadRemovals.id} desc`)
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), until: row.until.toISOString() }))
}
