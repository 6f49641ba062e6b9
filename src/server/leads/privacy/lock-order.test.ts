import { asc, eq, ne, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { saveSetting } from '#/server/db/settings.ts'
import {
  deliveries,
  leadEvents,
  leadPhotos,
  leads,
  notificationRecipients,
  referrals,
  settings,
} from '#/server/db/tables/schema.ts'
import { removePhoto } from '#/server/referrals/request/add-details.ts'
import { applyTo } from '#/server/referrals/store/apply.ts'
import { describeOnDatabase, untilWaiting } from '#tests/support/databases.ts'
import { storeLead } from '#tests/support/leads/store-lead.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { createAuditServer } from '../../db/audit-entries.ts'
import type { Transaction } from '../../db/database.ts'
import { claimDue } from '../../notifications/deliveries/claims.ts'
import { resendTroubled } from '../../notifications/deliveries/delivery-routes.ts'
import { storeOutcome } from '../../notifications/deliveries/outcomes.ts'
import { paceAt } from '../../notifications/deliveries/pace.ts'
import { erase } from './erasure.ts'
import { runRetention } from './retention.ts'

const pace = paceAt(1)
const stop = new AbortController().signal
const tomorrow = () => new Date(Date.now() + 86_400_000)
const email = 'maria@example.com'

/** A number that only this test locks; see `atTheGate`. */
const gate = 7_301

describeOnDatabase('what happens at once with a lead and all that belongs to it', (database) => {
  const db = () => database.handle().db

  beforeEach(async () => {
    for (const table of [leads, settings, notificationRecipients]) await db().delete(table)
    await db().insert(notificationRecipients).values({ email: 'owner@example.com' })
  })

  const sendLead = (name: string) => storeLead(database.handle(), { name, email })
  const eraseAll = (expectedLeads: number) =>
    erase(db(), { email }, { expectedLeads, actor: 'admin@example.com', audit: async () => {} })

  const waitFor = (count: number) => untilWaiting(db(), count)

  /** Whoever adds to the events waits in the midst of it, until the gate is opened. */
  async function atTheGate(run: () => Promise<unknown>): Promise<void> {
    await db().execute(sql`
      create function wait_at_gate() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${sql.raw(String(gate))}); return new; end $$`)
    await db().execute(sql`
      create trigger wait_at_gate before insert on lead_events
      for each row execute function wait_at_gate()`)
    try {
      await db().transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${gate})`)
        await run()
      })
    } finally {
      await db().execute(sql`drop function wait_at_gate cascade`)
    }
  }

  /** Leads that lie in their table in the other order than that of their numbers; their deliveries too. */
  async function twoLeads(): Promise<{ ids: [number, number]; own: [number, number] }> {
    const ids: [number, number] = [await sendLead('First'), await sendLead('Second')]
    const rows = await db()
      .select({ id: deliveries.id })
      .from(deliveries)
      .orderBy(asc(deliveries.id))
    const [first = 0, second = 0] = rows.map(({ id }) => id)
    await db().update(leads).set({ message: 'moved' }).where(eq(leads.id, ids[0]))
    await db().update(deliveries).set({ problem: 'moved' }).where(eq(deliveries.id, first))
    return { ids, own: [first, second] }
  }

  const outcomesOf = async () => {
    const claims = await claimDue(db(), 9)
    const sent = { outcome: 'sent', problem: null, answer: '250 taken' } as const
    return claims.map((claim) => ({ ...sent, claim, at: new Date(), durationMs: 1 }))
  }
  /** Locks a row that nobody else has locked; false if somebody has. */
  async function lock(tx: Transaction, table: 'leads' | 'deliveries', id: number) {
    const { rowCount } = await tx.execute(
      sql`select from ${sql.raw(table)} where id = ${id} for update skip locked`,
    )
    return rowCount === 1
  }

  const removeOld = () =>
    runRetention(db(), { now: tomorrow(), stop, audit: createAuditServer(silentLogger) })
  /** Retention finds the later lead first: it is older. */
  async function makeOld() {
    const lastRunAt = new Date().toISOString()
    await saveSetting(db(), 'retention', { days: 30, lastRunAt, deletedLeads: null })
    await db()
      .update(leads)
      .set({ createdAt: sql`now() - interval '31 days' - id * interval '1 hour'` })
    await db().execute(sql`
      insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service)
      select 'young ' || n, 'young ' || n, 'Young', '', '3865550123', '3865550123', 'ac-repair'
      from generate_series(1, 30) n`)
  }

  test.for([
    ['is erased', () => eraseAll(1)],
    ['is removed by retention', () => removeOld()],
  ] as const)(
    'a lead %s while it is stored that a mail of it was sent: both are done',
    async ([, remove]) => {
      await sendLead('Maria')
      // Of which the lead knows.
      await db().update(deliveries).set({ channel: 'update' })
      await makeOld()
      const attempts = await outcomesOf()
      const [attempt] = attempts
      if (!attempt) throw new Error('nothing is due')
      let stored: Promise<unknown> = Promise.resolve()
      let removed: Promise<unknown> = Promise.resolve()
      await atTheGate(async () => {
        stored = storeOutcome(db(), attempt, pace)
        await waitFor(1)
        removed = remove()
        await waitFor(2)
      })
      expect(await stored).toBe('sent')
      await removed
      expect(await db().$count(leads, eq(leads.email, email))).toBe(0)
      expect(await db().$count(deliveries, eq(deliveries.state, 'sent'))).toBe(0)
      expect(await db().$count(leadEvents, ne(leadEvents.kind, 'joined'))).toBe(0)
    },
  )

  /** The second request is wanted again while another transaction has the first. Returns its row then. */
  async function wantAgain(
    meanwhile: (tx: Transaction, ids: [number, number]) => Promise<unknown>,
  ) {
    const { ids } = await twoLeads()
    const [first, second] = ids
    await applyTo(db(), second, { do: 'cancel' })
    let again: Promise<unknown> = Promise.resolve()
    await db().transaction(async (tx) => {
      expect(await lock(tx, 'leads', first)).toBe(true)
      again = applyTo(db(), second, { do: 'want-again' })
      await waitFor(1)
      await meanwhile(tx, ids)
    })
    await again
    const [row] = await db().select().from(referrals).where(eq(referrals.leadId, second))
    return { row, first }
  }

  test('a request is open again while another one of its person is erased: both are done', async () => {
    const { row } = await wantAgain(async (tx, [first, second]) => {
      // As an erasure of both does.
      await tx.execute(sql`select from leads where id = ${second} for update`)
      await tx.delete(leads).where(eq(leads.id, first))
    })
    expect(row).toMatchObject({ stage: 'ours', joinedTo: null, ours: { reason: 'reopened' } })
  })

  test('a request that is open again goes with the one of its person that somebody has just changed', async () => {
    const { row, first } = await wantAgain(async () => {})
    expect(row).toMatchObject({ stage: 'joined', joinedTo: first })
  })

  test('whoever sends all again leaves alone what somebody else works on', async () => {
    const { own } = await twoLeads()
    await db().update(deliveries).set({ state: 'failed' })
    await db().transaction(async (tx) => {
      expect(await lock(tx, 'deliveries', own[0])).toBe(true)
      expect(await resendTroubled(db(), pace.overdueAfterMs)).toBe(1)
    })
    const rows = await db()
      .select({ state: deliveries.state })
      .from(deliveries)
      .orderBy(asc(deliveries.id))
    expect(rows).toEqual([{ state: 'failed' }, { state: 'pending' }])
  })

  test('a photograph is removed while its lead is erased: both are done', async () => {
    const leadId = await sendLead('Maria')
    const bytes = Buffer.from('a picture')
    const [photo] = await db()
      .insert(leadPhotos)
      .values({ leadId, image: bytes, thumbnail: bytes, width: 1, height: 1 })
      .returning({ id: leadPhotos.id })
    let photoGone: Promise<unknown> = Promise.resolve()
    let erased: Promise<unknown> = Promise.resolve()
    await atTheGate(async () => {
      photoGone = removePhoto(db(), leadId, photo?.id ?? 0)
      await waitFor(1)
      erased = eraseAll(1)
      await waitFor(2)
    })
    await photoGone
    await erased
    expect(await db().$count(leads)).toBe(0)
  })
})
