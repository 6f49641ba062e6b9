import { asc, gte, inArray, lt, sql } from 'drizzle-orm'
import type { LeadEventName } from '#/contracts/leads/lead-events.ts'
import { leadChanges, leads } from '#/server/db/tables/schema.ts'
import type { Database, Listen } from '../../db/database.ts'
import type { ChangeKind } from '../lead-changes.ts'
import { entryColumns, toEntry } from '../lead-rows.ts'

/** One server-sent event. `id`: a client that reconnects may have missed this transaction and later ones. */
export type FeedEvent = { id: number; name: LeadEventName; data: unknown }

/** The changes of leads as events, for every open inbox of this process. */
export type LiveFeed = {
  /** Starts to listen; resolves once every later change will be noticed. */
  start: () => Promise<void>
  /** Stops reading from the database. */
  stop: () => void
  /** Calls `subscriber` with every later event, until the function that this answers is called. */
  subscribe: (subscriber: (events: readonly FeedEvent[]) => void) => Promise<() => void>
  /** The events since the one with this id; for a new client (undefined) only `ready`. */
  catchUp: (lastId: number | undefined) => Promise<FeedEvent[]>
}

const retryMs = 500

/** Finds changes whose process died before it could send the signal. */
const pollEveryMs = 10_000

/** A client that has missed more than this fetches everything again instead. */
const mostMissed = 1_000

const storedFor = sql`interval '1 day'`

type Change = { id: number; leadId: number; kind: ChangeKind; transactionId: number }

/**
 * Changes are numbered by their transaction, but transactions do not commit in the order of their
 * numbers. So a reader does not remember the last change that it saw, but `openFrom`: the oldest
 * transaction that was still open. It has seen all changes before that, and reads later ones again.
 */
async function readChanges(db: Database, since: number, most?: number) {
  const snapshot = sql`(select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as open_from) snapshot`
  const query = db
    .select({
      openFrom: sql<number>`open_from`.mapWith(Number),
      id: leadChanges.id,
      leadId: leadChanges.leadId,
      kind: leadChanges.kind,
      transactionId: leadChanges.transactionId,
    })
    .from(snapshot)
    .leftJoin(leadChanges, gte(leadChanges.transactionId, since))
    .orderBy(asc(leadChanges.id))
  const rows = await (most === undefined ? query : query.limit(most))
  const changes = rows.filter((row): row is Change & { openFrom: number } => row.id !== null)
  return { changes, openFrom: rows[0]?.openFrom ?? since }
}

/** One event for each changed lead, as it is now. Only the last has the id `after`: until then a client has not seen all. */
async function toEvents(
  db: Database,
  changes: readonly Change[],
  { before, after }: { before: number; after: number },
): Promise<FeedEvent[]> {
  const isNew = new Map<number, boolean>()
  for (const { leadId, kind } of changes) {
    isNew.set(leadId, (isNew.get(leadId) ?? false) || kind === 'received')
  }
  const ids = [...isNew.keys()]
  const rows = ids.length
    ? await db.select(entryColumns).from(leads).where(inArray(leads.id, ids))
    : []
  const entries = new Map(rows.map((row) => [row.id, toEntry(row)]))
  return ids.map((leadId, index) => {
    const lead = entries.get(leadId)
    const id = index === ids.length - 1 ? after : before
    if (!lead || lead.isQuarantined) return { id, name: 'removed', data: { leadId } }
    return { id, name: 'lead', data: { lead, isNew: isNew.get(leadId) ?? false } }
  })
}

/** A feed that reads each change once for all open inboxes of this process. */
export function createLiveFeed(db: Database, listen: Listen): LiveFeed {
  const subscribers = new Set<(events: readonly FeedEvent[]) => void>()
  let since = 0
  let seen = new Set<number>()
  let isReading = false
  let isCalledAgain = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function readNew() {
    const { changes, openFrom } = await readChanges(db, since)
    const fresh = changes.filter(({ id }) => !seen.has(id))
    const events: FeedEvent[] =
      fresh.length > mostMissed
        ? [{ id: openFrom, name: 'resync', data: {} }]
        : await toEvents(db, fresh, { before: since, after: openFrom })
    // Those since `openFrom` are read again.
    seen = new Set(changes.map(({ id }) => id))
    since = openFrom
    if (events.length > 0) for (const deliver of subscribers) deliver(events)
  }

  async function wake() {
    // No inbox is open. The next one starts at the transactions that are open then.
    if (subscribers.size === 0) return
    isCalledAgain = true
    if (isReading) return
    isReading = true
    while (isCalledAgain && !isStopped) {
      isCalledAgain = false
      try {
        await readNew()
      } catch {
        // The database is away. Nothing is lost: the changes are read later.
        setTimeout(wake, retryMs).unref()
      }
    }
    isReading = false
  }

  return {
    async start() {
      await listen('leads_changed', { onMessage: wake, onRestored: wake })
      timer = setInterval(wake, pollEveryMs).unref()
    },
    stop() {
      clearInterval(timer)
      isStopped = true
    },
    async subscribe(subscriber) {
      if (subscribers.size === 0) {
        const { openFrom } = await readChanges(db, Number.MAX_SAFE_INTEGER)
        // Another may have subscribed meanwhile, and must not miss what it has not seen.
        if (subscribers.size === 0) {
          since = openFrom
          seen = new Set()
        }
      }
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    async catchUp(lastId) {
      const { changes, openFrom } = await readChanges(
        db,
        lastId ?? Number.MAX_SAFE_INTEGER,
        mostMissed + 1,
      )
      const ready: FeedEvent = { id: lastId ?? openFrom, name: 'ready', data: {} }
      if (lastId === undefined) return [ready]
      const isTooMuch = changes.length > mostMissed || lastId > openFrom
      if (isTooMuch || (await mayBeDeleted(db, lastId))) {
        return [
          { ...ready, id: openFrom },
          { id: openFrom, name: 'resync', data: {} },
        ]
      }
      return [ready, ...(await toEvents(db, changes, { before: lastId, after: openFrom }))]
    },
  }
}

const oldest = sql`(select min(transaction_id) from ${leadChanges})`

/** True if changes since this id may have been deleted: the oldest stored change marks the limit. */
async function mayBeDeleted(db: Database, lastId: number): Promise<boolean> {
  const [mark] = await db
    .select({ id: leadChanges.transactionId })
    .from(leadChanges)
    .where(sql`transaction_id = ${oldest} and created_at < now() - ${storedFor}`)
    .limit(1)
  return mark !== undefined && lastId <= mark.id
}

/** Deletes changes of more than a day ago, except the newest of them, which marks the limit. */
export async function deleteOldChanges(db: Database): Promise<void> {
  await db
    .delete(leadChanges)
    .where(
      lt(
        leadChanges.transactionId,
        sql`(select max(transaction_id) from ${leadChanges} where created_at < now() - ${storedFor})`,
      ),
    )
}
