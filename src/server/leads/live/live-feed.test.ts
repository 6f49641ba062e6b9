import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { leadChanges } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import type { Database, Listener } from '../../db/database.ts'
import { createSubmitLead } from '../intake/submit-lead.ts'
import { announceLeads } from '../lead-changes.ts'
import { createLiveFeed, deleteOldChanges, type FeedEvent } from './live-feed.ts'

describeOnDatabase('the feed of open inboxes', (database) => {
  /** Makes every query fail, as if the database were away. */
  let isAway: boolean
  /** How often changes and leads were read. */
  let reads: number
  beforeEach(async () => {
    isAway = false
    reads = 0
    await database.handle().db.delete(leadChanges)
  })
  afterEach(() => vi.useRealTimers())

  /** A feed whose signals the test sends. */
  async function setUp() {
    const { db } = database.handle()
    const observed: Database = Object.assign(Object.create(db), {
      select(...columns: []) {
        reads += 1
        if (isAway) throw new Error('it is gone')
        return db.select(...columns)
      },
    })
    const listeners: Listener[] = []
    const feed = createLiveFeed(observed, async (channel, listener) => {
      expect(channel).toBe('leads_changed')
      listeners.push(listener)
    })
    await feed.start()
    const signal = () => listeners[0]?.onMessage('')
    const restore = () => listeners[0]?.onRestored?.()
    /** An open inbox, with what it was sent. */
    async function open() {
      const sent: FeedEvent[] = []
      const close = await feed.subscribe((events) => void sent.push(...events))
      const leadIds = () => sent.map(({ data }) => (data as { leadId: number }).leadId)
      return { sent, leadIds, close }
    }
    return { feed, open, signal, restore }
  }
  const change = (leadId: number, kind: 'received' | 'changed' = 'changed') =>
    database.handle().db.transaction((tx) => announceLeads(tx, [leadId], kind))
  const changeMany = (count: number) =>
    database
      .handle()
      .db.insert(leadChanges)
      .values(Array.from({ length: count }, (_, leadId) => ({ leadId, kind: 'changed' as const })))
  /** Another database of the same server may have an older transaction open for a moment. */
  const areBehind = async () => {
    const { db } = database.handle()
    const newest = db.select({ id: sql`max(transaction_id)` }).from(leadChanges)
    await expect
      .poll(async () => {
        const [row] = await db
          .select({
            isOver: sql<boolean>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint > (${newest})`,
          })
          .from(sql`(select) one_row`)
        return row?.isOver
      })
      .toBe(true)
  }

  test('reads nothing while no inbox is open', async () => {
    const { open, signal } = await setUp()
    signal()
    expect(reads).toBe(0)
    const inbox = await open()
    await change(1)
    signal()
    await expect.poll(inbox.leadIds).toEqual([1])
    inbox.close()
    await change(2)
    const readsBefore = reads
    signal()
    expect(reads).toBe(readsBefore)
  })

  test('tells who opens the inbox of nothing that was before, and who has it open of everything once', async () => {
    const { open, signal } = await setUp()
    await change(1)
    await areBehind()
    const first = await open()
    await change(2)
    const second = await open()
    signal()
    await expect.poll(first.leadIds).toEqual([2])
    expect(second.leadIds()).toEqual([2])
    first.close()
    second.close()
    await change(3)
    await areBehind()
    const third = await open()
    await change(4)
    signal()
    await expect.poll(third.leadIds).toEqual([4])
    await change(5)
    signal()
    await expect.poll(third.leadIds).toEqual([4, 5])
    expect(first.leadIds()).toEqual([2])
  })

  test('sends each change once while an older transaction is open, and that one’s when it commits', async () => {
    const { open, signal } = await setUp()
    const inbox = await open()
    const [hasBegun, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const older = database.handle().db.transaction(async (tx) => {
      await announceLeads(tx, [1], 'changed')
      hasBegun.resolve()
      await mayCommit.promise
    })
    await hasBegun.promise
    for (const leadId of [2, 3]) {
      await change(leadId)
      signal()
      await expect.poll(() => inbox.leadIds().at(-1)).toBe(leadId)
    }
    mayCommit.resolve()
    await older
    signal()
    await expect.poll(inbox.leadIds).toEqual([2, 3, 1])
    await change(4)
    signal()
    await expect.poll(inbox.leadIds).toEqual([2, 3, 1, 4])
  })

  test('reads once more for all signals that come while it reads', async () => {
    const { open, signal } = await setUp()
    const inbox = await open()
    await database.handle().db.transaction(async (tx) => {
      await tx.execute(sql`lock table lead_changes in access exclusive mode`)
      reads = 0
      for (let signals = 0; signals < 9; signals += 1) signal()
      await tx.insert(leadChanges).values({ leadId: 1, kind: 'changed' })
    })
    await expect.poll(inbox.leadIds).toEqual([1])
    await change(2)
    signal()
    await expect.poll(inbox.leadIds).toEqual([1, 2])
    // Of the nine one read the change and the lead, one looked again; then there was the second change.
    await expect.poll(() => reads).toBeLessThanOrEqual(5)
  })

  test('reads later what it could not read while the database was away', async () => {
    const { open, signal, restore } = await setUp()
    const inbox = await open()
    isAway = true
    await change(1)
    signal()
    await expect.poll(() => reads).toBe(2)
    isAway = false
    // By itself, half a second later.
    await expect.poll(inbox.leadIds).toEqual([1])
    await change(2)
    restore()
    await expect.poll(inbox.leadIds).toEqual([1, 2])
  })

  test('finds every ten seconds what came without a signal, until it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { feed, open, signal } = await setUp()
    const inbox = await open()
    await change(1)
    vi.advanceTimersByTime(9_999)
    expect(reads).toBe(1)
    vi.advanceTimersByTime(1)
    await expect.poll(inbox.leadIds).toEqual([1])

    feed.stop()
    const readsBefore = reads
    vi.advanceTimersByTime(60_000)
    signal()
    expect(reads).toBe(readsBefore)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('sends a thousand changes; of more it says that everything is to be fetched', async () => {
    const { open, signal } = await setUp()
    const inbox = await open()
    await changeMany(1_000)
    await areBehind()
    signal()
    await expect.poll(() => inbox.sent.length).toBe(1_000)
    expect(new Set(inbox.sent.map(({ name }) => name))).toEqual(new Set(['removed']))
    await changeMany(1_001)
    await areBehind()
    signal()
    await expect.poll(() => inbox.sent.length).toBe(1_001)
    expect(inbox.sent.at(-1)).toMatchObject({ name: 'resync', data: {} })
  })

  test('a client that reconnects is sent a thousand changes; of more it is to fetch everything', async () => {
    const { feed } = await setUp()
    const [ready] = await feed.catchUp(undefined)
    const since = ready?.id ?? 0
    expect(ready).toEqual({ id: since, name: 'ready', data: {} })
    await changeMany(1_000)
    await areBehind()
    const events = await feed.catchUp(since)
    expect(events.map(({ name }) => name)).toEqual([
      'ready',
      ...Array.from({ length: 1_000 }, () => 'removed'),
    ])
    // Cut off in between it would ask for all of them again, and only after the last for later ones.
    expect(new Set(events.slice(0, -1).map(({ id }) => id))).toEqual(new Set([since]))
    expect(events.at(-1)?.id).toBeGreaterThan(since)
    await changeMany(1)
    await areBehind()
    const tooMany = await feed.catchUp(since)
    expect(tooMany.map(({ name }) => name)).toEqual(['ready', 'resync'])
    expect(await feed.catchUp(tooMany.at(-1)?.id)).toMatchObject([{ name: 'ready' }])
  })

  test('a lead is new if it came since, whatever happened to it then', async () => {
    const { open, signal } = await setUp()
    const { db } = database.handle()
    const submission = submissionSchema.parse(contactBody({ name: 'Ann' }))
    const { id } = await createSubmitLead(database.handle())({ submission })
    await areBehind()
    const inbox = await open()
    const isNew = () => inbox.sent.map(({ data }) => (data as { isNew: boolean }).isNew)
    await db.transaction(async (tx) => {
      for (const kind of ['received', 'changed'] as const) await announceLeads(tx, [id], kind)
    })
    signal()
    await expect.poll(isNew).toEqual([true])
    expect(inbox.sent).toMatchObject([{ name: 'lead', data: { lead: { id, name: 'Ann' } } }])
    await change(id)
    signal()
    await expect.poll(isNew).toEqual([true, false])
    await db.execute(sql`update leads set is_quarantined = true where id = ${id}`)
    await change(id)
    signal()
    await expect
      .poll(() => inbox.sent.at(-1))
      .toMatchObject({ name: 'removed', data: { leadId: id } })
  })

  test('changes are stored for a day; the newest of the older ones tells who has missed some', async () => {
    const { db } = database.handle()
    const { feed } = await setUp()
    for (const leadId of [1, 2, 3]) await change(leadId)
    await db.execute(sql`
      update lead_changes set created_at = now() - interval '25 hours' where lead_id < 3`)
    await deleteOldChanges(db)
    const left = await db.select().from(leadChanges).orderBy(leadChanges.id)
    expect(left.map(({ leadId }) => leadId)).toEqual([2, 3])
    const [mark] = left
    await areBehind()
    const namesSince = async (id: number) => (await feed.catchUp(id)).map(({ name }) => name)
    expect(await namesSince(mark?.transactionId ?? 0)).toEqual(['ready', 'resync'])
    expect(await namesSince((mark?.transactionId ?? 0) + 1)).toEqual(['ready', 'removed'])
  })
})
