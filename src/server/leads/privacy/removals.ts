import { asc, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm'
import type { Removal } from '#/contracts/leads/privacy.ts'
import { leadRemovals, leads, removedLeads } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { deleteLeads } from '../delete-leads.ts'
import { announceLeads } from '../lead-changes.ts'

/** Leads moved in one transaction: few, so that others do not wait for long. */
export const batchSize = 500

/** Leads deleted for good in one statement. Nothing else reads them. */
const purgeSize = 2_000

/** Runs come 23 hours after each other at least: eight of them are a week. */
const runsKept = 8

const daysKept = 7

const each = (ids: readonly number[]) => sql`any(${sql.param(ids)}::bigint[])`

const all = (table: string, condition: string) =>
  sql.raw(`coalesce((select jsonb_agg(${table} order by ${table}.id) from ${condition}), '[]')`)

const photoColumns = sql.raw('id, lead_id, image, thumbnail, width, height, created_at')

/** Starts a removal, and answers its id. */
export async function addRemoval(tx: Transaction): Promise<number> {
  const [removal] = await tx.insert(leadRemovals).values({ runsLeft: runsKept }).returning()
  if (!removal) throw new Error('the insert of a removal returned no row')
  return removal.id
}

/** Removes leads with all that belongs to them. They can be brought back from `removedLeads`. */
export async function removeLeads(
  tx: Transaction,
  removalId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.execute(sql`
    insert into ${removedLeads} (lead_id, removal_id, lead, notes, history, deliveries, attempts, referrals, offers, offer_links, request_links, request_additions, ratings)
    select leads.id, ${removalId}, to_jsonb(leads),
      ${all('lead_notes', 'lead_notes where lead_id = leads.id')},
      ${all('lead_history', 'lead_history where lead_id = leads.id')},
      ${all('deliveries', 'deliveries where lead_id = leads.id')},
      ${all('delivery_attempts', 'delivery_attempts join deliveries on deliveries.id = delivery_id where lead_id = leads.id')},
      coalesce((select jsonb_agg(referrals) from referrals where lead_id = leads.id), '[]'),
      ${all('offers', 'offers where lead_id = leads.id')},
      coalesce((select jsonb_agg(offer_links) from offer_links join offers on offers.id = offer_id where lead_id = leads.id), '[]'),
      coalesce((select jsonb_agg(request_links) from request_links where lead_id = leads.id), '[]'),
      ${all('request_additions', 'request_additions where lead_id = leads.id')},
      coalesce((select jsonb_agg(ratings) from ratings where lead_id = leads.id), '[]')
    from ${leads} where leads.id = ${each(ids)}`)
  await tx.execute(sql`
    insert into removed_photos (${photoColumns})
    select ${photoColumns} from lead_photos where lead_id = ${each(ids)}`)
  await deleteLeads(tx, ids)
  await announceLeads(tx)
}

const storedColumns = Object.values(getTableColumns(leads))
  .filter(({ generated }) => generated === undefined)
  .map(({ name }) => name)

/** Brings back at most a batch of leads; answers how many it took. */
async function bringBackBatch(db: Database, removalId: number): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: removedLeads.leadId })
      .from(removedLeads)
      .where(eq(removedLeads.removalId, removalId))
      .orderBy(asc(removedLeads.leadId))
      .limit(batchSize)
      .for('update')
    const taken = rows.map(({ id }) => id)
    // A lead that was sent again meanwhile is there already.
    await tx.execute(sql`
      insert into ${leads} (${sql.raw(storedColumns.join(', '))}) overriding system value
      select ${sql.raw(storedColumns.map((column) => `entry.${column}`).join(', '))}
      from ${removedLeads} removed, jsonb_populate_record(null::leads, lead) entry
      where removed.lead_id = ${each(taken)}
      on conflict do nothing`)
    const stored = await tx.select({ id: leads.id }).from(leads).where(inArray(leads.id, taken))
    const back = stored.map(({ id }) => id)
    await tx.execute(sql`
      insert into lead_notes overriding system value
      select note.* from ${removedLeads} removed, jsonb_populate_recordset(null::lead_notes, notes) note
      where removed.lead_id = ${each(back)}`)
    await tx.execute(sql`
      insert into lead_history overriding system value
      select line.* from ${removedLeads} removed, jsonb_populate_recordset(null::lead_history, history) line
      where removed.lead_id = ${each(back)}`)
    // Nobody is to be asked any more: so much later nobody expects that.
    await tx.execute(sql`delete from referrals where lead_id = ${each(back)}`)
    await tx.execute(sql`
      insert into referrals
      select referral.* from ${removedLeads} removed, jsonb_array_elements(removed.referrals) stored,
        jsonb_populate_record(null::referrals, stored || '{"is_automatic": false}') referral
      where removed.lead_id = ${each(back)}`)
    await tx.execute(sql`
      insert into offers overriding system value
      select offer.* from ${removedLeads} removed, jsonb_array_elements(removed.offers) stored,
        jsonb_populate_record(null::offers,
          case when stored->>'state' = 'open' then stored || '{"state": "withdrawn"}' else stored end
        ) offer
      where removed.lead_id = ${each(back)}`)
    await tx.execute(sql`
      insert into offer_links
      select link.* from ${removedLeads} removed, jsonb_populate_recordset(null::offer_links, removed.offer_links) link
      where removed.lead_id = ${each(back)}`)
    // Their recipient or webhook may have been removed since.
    await tx.execute(sql`
      insert into deliveries overriding system value
      select delivery.* from ${removedLeads} removed, jsonb_array_elements(deliveries) stored,
        jsonb_populate_record(null::deliveries, stored || jsonb_build_object(
          'recipient_id', (select id from notification_recipients where id = (stored->>'recipient_id')::bigint),
          'webhook_id', (select id from webhooks where id = (stored->>'webhook_id')::bigint)
        )) delivery
      where removed.lead_id = ${each(back)}`)
    await tx.execute(sql`
      insert into delivery_attempts overriding system value
      select attempt.* from ${removedLeads} removed, jsonb_populate_recordset(null::delivery_attempts, attempts) attempt
      where removed.lead_id = ${each(back)}`)
    await tx.execute(sql`
      insert into request_links
      select link.* from ${removedLeads} removed, jsonb_populate_recordset(null::request_links, removed.request_links) link
      where removed.lead_id = ${each(back)}`)
    await tx.execute(sql`
      insert into request_additions overriding system value
      select addition.* from ${removedLeads} removed, jsonb_populate_recordset(null::request_additions, removed.request_additions) addition
      where removed.lead_id = ${each(back)}`)
    await tx.execute(sql`
      insert into ratings
      select rating.* from ${removedLeads} removed, jsonb_populate_recordset(null::ratings, removed.ratings) rating
      where removed.lead_id = ${each(back)}`)
    await tx.execute(sql`
      insert into lead_photos (${photoColumns}) overriding system value
      select ${photoColumns} from removed_photos where lead_id = ${each(back)}`)
    await tx.delete(removedLeads).where(inArray(removedLeads.leadId, taken))
    await announceLeads(tx)
    return taken.length
  })
}

const isEmpty = sql`not exists (select from ${removedLeads} where removal_id = ${leadRemovals.id})`

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

/** Deletes for good what was removed a week ago; answers how many leads that were. */
export async function purgeRemovals(db: Database, stop: AbortSignal): Promise<number> {
  const isOver = lte(leadRemovals.runsLeft, 0)
  const over = db.select({ id: leadRemovals.id }).from(leadRemovals).where(isOver)
  let total = 0
  for (let gone = purgeSize; gone === purgeSize && !stop.aborted; ) {
    const next = db.$with('next').as(
      db
        .select({ id: removedLeads.leadId })
        .from(removedLeads)
        .where(inArray(removedLeads.removalId, over))
        .limit(purgeSize)
        // What somebody erases or brings back meanwhile is theirs.
        .for('update', { skipLocked: true }),
    )
    const deleted = await db
      .with(next)
      .delete(removedLeads)
      .where(inArray(removedLeads.leadId, db.select({ id: next.id }).from(next)))
      .returning({ id: removedLeads.leadId })
    gone = deleted.length
    total += gone
  }
  await db.delete(leadRemovals).where(sql`${isOver} and ${isEmpty}`)
  return total
}

/** The removals that can be undone or come back just now, newest first. */
export async function listRemovals(db: Database): Promise<Removal[]> {
  const count = sql<number>`(select count(*) from ${removedLeads} where removal_id = ${leadRemovals.id})`
  const rows = await db
    .select({
      id: leadRemovals.id,
      at: leadRemovals.createdAt,
      until: sql`${leadRemovals.createdAt} + ${daysKept} * interval '1 day'`.mapWith(
        leadRemovals.createdAt,
      ),
      leads: count.mapWith(Number),
      isComingBack: leadRemovals.isComingBack,
    })
    .from(leadRemovals)
    .orderBy(sql`id desc`)
  return rows
    .filter((row) => row.leads > 0)
    .map((row) => ({ ...row, at: row.at.toISOString(), until: row.until.toISOString() }))
}
