import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { lockLead } from '#/server/db/lock-lead.ts'
import { notify } from '#/server/db/signals.ts'
import {
  deliveries,
  leadEvents,
  ledgerEntries,
  offers,
  referrals,
} from '#/server/db/tables/schema.ts'
import { claimDue } from '#/server/notifications/deliveries/claims.ts'
import { storeOutcome } from '#/server/notifications/deliveries/outcomes.ts'
import { paceAt } from '#/server/notifications/deliveries/pace.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import type { Command } from '../commands.ts'
import { isRefusal } from '../run.ts'
import { apply, applyTo } from './apply.ts'
import { carryOn } from './worker.ts'

describeOnDatabase('what several do to one request at once', (database) => {
  const { db, site, open, send, go, asked, matched, stands, offersOf, addContractor, detailsOf } =
    requestSite(database)
  const processes: DatabaseHandle[] = []
  beforeAll(async () => {
    for (let each = 0; each < 3; each += 1) {
      processes.push(await openDatabase(database.location(), silentLogger))
    }
  })
  afterAll(async () => {
    for (const handle of processes) await handle.close()
  })

  /** The same command from each process, or one for each offer. Returns what was refused. */
  async function atOnce(leadId: number, commands: readonly Command[]) {
    const outcomes = await Promise.all(
      commands.map((command, place) => {
        const process = processes[place % processes.length]
        return process ? applyTo(process.db, leadId, command) : undefined
      }),
    )
    return outcomes.flatMap((outcome) => (outcome && isRefusal(outcome) ? [outcome.refused] : []))
  }
  const eventsOf = async (leadId: number, kind: string) =>
    db().$count(leadEvents, and(eq(leadEvents.leadId, leadId), eq(leadEvents.kind, kind)))

  test('of three yes in one second one wins, the others read that it is taken, all are told once', async () => {
    for (const companyName of ['A', 'B', 'C'])
      await addContractor({ companyName, answersEmergencies: true })
    const { leadId } = await send({ service: 'emergency-hvac' })
    expect((await go()).filter((mail) => mail === 'offer')).toHaveLength(3)
    const { offers: all } = await site.referral(leadId)
    const callAt = Date.now() + 3_600_000
    const yes = all.map(({ id: offerId }) => ({ do: 'accept', offerId, callAt }) as const)
    expect(await atOnce(leadId, yes)).toEqual(['taken', 'taken'])
    const states = (await site.referral(leadId)).offers.map(({ state }) => state)
    expect(states.toSorted()).toEqual(['accepted', 'taken', 'taken'])
    expect(await eventsOf(leadId, 'accepted')).toBe(1)
    expect((await go()).toSorted()).toEqual([
      ...['job taken', 'job taken', 'job yours', 'update introduction'],
    ])
    expect(await go(2 / 60)).toEqual([])
  })

  test('wakes those who look at requests where something happens, and not where only time has passed', async () => {
    const { leadId } = await asked()
    const signals: string[] = []
    const onMessage = (payload: string) => void signals.push(payload)
    await processes[0]?.listen('leads_changed', { onMessage, onRestored: () => {} })
    await applyTo(db(), leadId, { do: 'tick' })
    await applyTo(db(), leadId, { do: 'note', what: 'noted', by: 'owner@site.example' })
    // Signals arrive in their order.
    await notify(db(), 'leads_changed', 'the end')
    await expect.poll(() => signals).toContain('the end')
    expect(signals).toEqual(['', 'the end'])
  })

  test('the database takes no second winner, whatever the code says', async () => {
    const { leadId, offerId } = await matched()
    const other = await addContractor()
    const [first] = await db().select().from(offers).where(eq(offers.id, offerId))
    if (!first) throw new Error('no offer')
    const { id: _, ...values } = first
    const second = { ...values, contractorId: other.id }
    await expect(db().insert(offers).values(second)).rejects.toThrow()
    expect(await offersOf(leadId)).toHaveLength(1)
  })

  test('requests that come at once are each asked of another who has room, by three processes', async () => {
    for (const companyName of ['A', 'B', 'C'])
      await addContractor({ companyName, mostOpenOffers: 1 })
    const all = await Promise.all([1, 2, 3, 4].map(() => send()))
    await Promise.all(processes.map(({ db: each }) => carryOn(each, silentLogger, true)))
    const states = await Promise.all(all.map(({ leadId }) => offersOf(leadId)))
    expect(states.flat().toSorted()).toEqual(['A open', 'B open', 'C open'])
    const offered = await db().$count(deliveries, eq(deliveries.channel, 'offer'))
    expect(offered).toBe(3)
  })

  test('what fails at its last step has not happened at all, and happens when it is tried again', async () => {
    const { leadId, link } = await asked()
    await db().execute(
      sql`alter table deliveries add constraint dies check (channel <> 'job') not valid`,
    )
    expect((await open(`${link}/accept`, { callAt: inAnHour() })).statusCode).toBe(500)
    expect(await stands(leadId)).toBe('asked contractor')
    expect([await eventsOf(leadId, 'accepted'), await db().$count(ledgerEntries)]).toEqual([0, 0])
    await db().execute(sql`alter table deliveries drop constraint dies`)
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect(await stands(leadId)).toBe('matched contractor')
  })

  test('who loses it while the mail that it is theirs is leaving is told that it is gone', async () => {
    const { offerId, link } = await asked()
    await open(`${link}/accept`, { callAt: inAnHour() })
    // Another process has written the mails, and their server is slow.
    const claims = await claimDue(db(), 9)
    expect(claims.map(({ channel }) => channel).toSorted()).toEqual(['job', 'update'])
    await site.withdraw(offerId)
    for (const claim of claims) {
      const said = claim.channel === 'job' ? 'yours' : `call ${offerId} 0`
      const sent = { outcome: 'sent', problem: null, answer: '250 taken', said } as const
      const attempt = { ...sent, claim, at: new Date(), durationMs: 1 }
      expect(await storeOutcome(db(), attempt, paceAt(1))).toBe('sent')
    }
    expect(await go()).toContain('job withdrawn')
  })

  test('a mail that fails stays in the list until there is another, and one that left for ever', async () => {
    const { leadId, offerId } = await matched()
    const states = async () =>
      (await site.queued(offerId)).map(({ channel, state }) => `${channel} ${state}`)
    await site.withdraw(offerId)
    await go(0, ({ channel }) => channel === 'job')
    expect(await states()).toEqual(['offer sent', 'job sent', 'job failed'])
    expect(await stands(leadId)).toBe('ours us taken-back')
  })

  test('a joined request is listed as that with which it goes', async () => {
    const first = await asked({ phone: '(386) 555-0101', email: 'one@example.com' })
    const later = await send({ phone: '(386) 555-0101', email: 'two@example.com' })
    expect(await stands(later.leadId)).toBe('joined contractor')
    await open(`${first.link}/accept`, { callAt: inAnHour() })
    await site.withdraw(first.offerId)
    expect(await stands(later.leadId)).toBe('joined us')
    const [row] = await db().select().from(referrals).where(eq(referrals.leadId, later.leadId))
    expect(row?.turn).toBe(1)
    expect((await detailsOf(later.leadId)).stage).toBe('joined')
  })

  test('who does not wait has a joined request only with the one that it goes with', async () => {
    const first = await asked({ phone: '(386) 555-0102', email: 'three@example.com' })
    const later = await send({ phone: '(386) 555-0102', email: 'four@example.com' })
    const lockBoth = () => db().transaction((tx) => lockLead(tx, later.leadId, { skipsHeld: true }))
    const [other] = processes
    await other?.db.transaction(async (tx) => {
      await lockLead(tx, first.leadId)
      expect(await lockBoth()).toBeUndefined()
    })
    expect((await lockBoth())?.id).toBe(later.leadId)
  })

  test('who has waited for a request that was joined meanwhile has it with the one that it goes with', async () => {
    const [first, later] = [await send(), await send()]
    const [joining, watching] = processes
    const isFirstHeld = async () =>
      watching?.db.transaction(
        async (tx) => !(await lockLead(tx, first.leadId, { skipsHeld: true })),
      )
    let pid: unknown = null
    const isWaiting = async () =>
      (
        await watching?.db.execute(sql`select from pg_stat_activity
          where pid = ${pid} and wait_event_type = 'Lock'`)
      )?.rowCount
    let held: Promise<boolean | undefined> = Promise.resolve(undefined)
    await joining?.db.transaction(async (tx) => {
      await apply(tx, later.leadId, { do: 'join', earlier: first.leadId, by: 'owner@example.com' })
      held = db().transaction(async (waiting) => {
        pid = (await waiting.execute(sql`select pg_backend_pid() pid`)).rows[0]?.pid
        await lockLead(waiting, later.leadId)
        return isFirstHeld()
      })
      await expect.poll(isWaiting).toBe(1)
    })
    expect(await held).toBe(true)
  })
})
