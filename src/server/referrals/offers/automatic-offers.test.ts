import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { apiPaths, contractorPath, leadPagePath, leadPath } from '#/contracts/routes.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { deliveries, notificationRecipients, referrals } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import type { DatabaseHandle } from '../../db/database.ts'
import { holdLead } from '../lead/held-lead.ts'
import { advanceLead } from './next-offer.ts'
import { answerBy } from './offer-changes.ts'
import { startOfferWorker } from './offer-worker.ts'
import { findRanOut } from './unmatched.ts'

describeOnDatabase('offers by themselves', (database) => {
  const { app, cookie, db, site } = referralSite(database, { isEmptied: true })

  const { addContractor, sendLead, referral, setAutomatic, advance, endTimes } = site
  beforeEach(async () => {
    await setAutomatic(true)
  })

  const statesOf = async (leadId: number) =>
    (await referral(leadId)).offers.map(({ state, companyName }) => `${companyName} ${state}`)

  test('are off until the owner turns them on', async () => {
    await setAutomatic(false)
    await addContractor()
    const leadId = await sendLead()
    await advance()
    expect(await referral(leadId)).toMatchObject({ isAutomatic: false, offers: [] })
    expect((await site.ask('GET', apiPaths.offerSettings)).data).toEqual({ isAutomatic: false })
  })

  test('ask one after the other until one accepts', async () => {
    for (const companyName of ['A', 'B', 'C']) await addContractor({ companyName })
    await addContractor({ companyName: 'Lapsed', licenseExpiresOn: '2026-01-01' })
    const leadId = await sendLead()
    await advance()
    expect(await statesOf(leadId)).toEqual(['A open'])
    await endTimes()
    await advance()
    expect(await statesOf(leadId)).toEqual(['A expired', 'B open'])
    const b = (await referral(leadId)).offers[1]?.id ?? 0
    await site.open(`${await site.linkTo({ id: b }, leadId)}/decline`, { reason: 'too-busy' })
    await advance()
    expect(await statesOf(leadId)).toEqual(['A expired', 'B declined', 'C open'])
    const c = (await referral(leadId)).offers[2]?.id ?? 0
    await site.open(`${await site.linkTo({ id: c }, leadId)}/accept`, { callAt: inAnHour() })
    await endTimes()
    await advance()
    expect(await referral(leadId)).toMatchObject({ outcome: 'matched', isAutomatic: false })
    expect(await statesOf(leadId)).toEqual(['A expired', 'B declined', 'C accepted'])
  })

  test('do not wait for a contractor who is taken out of the list', async () => {
    const gone = await addContractor({ companyName: 'A' })
    const leadId = await sendLead()
    await advance()
    await addContractor({ companyName: 'B' })
    expect(await statesOf(leadId)).toEqual(['A open'])
    const url = contractorPath(gone.id)
    expect(
      (await app().inject({ method: 'DELETE', url, headers: { cookie: cookie() } })).statusCode,
    ).toBe(204)
    await advance()
    expect(await statesOf(leadId)).toEqual(['A withdrawn', 'B open'])
  })

  test('tell the owner at once when none is left', async () => {
    await db()
      .insert(notificationRecipients)
      .values([{ email: 'owner@example.com' }, { email: 'off@example.com', isActive: false }])
    await addContractor({ companyName: 'Only' })
    const leadId = await sendLead()
    await advance()
    await endTimes()
    await advance()
    expect(await referral(leadId)).toMatchObject({ hasRunOut: true, isAutomatic: false })
    const told = await db()
      .select({ to: deliveries.target })
      .from(deliveries)
      .where(eq(deliveries.channel, 'unmatched'))
    expect(told).toEqual([{ to: 'owner@example.com' }])
    const { data } = await site.ask<{ history: { kind: string }[] }>(
      'GET',
      leadPath(apiPaths.lead, leadId),
    )
    expect(data.history.map(({ kind }) => kind)).toEqual([
      ...['received', 'offered', 'offer-expired', 'ran-out'],
    ])
    const waiting = () => findRanOut(db())
    expect(await waiting()).toMatchObject([
      {
        text: 'A request has no contractor, and no one is being asked.',
        links: [{ text: 'Maria Alvarez', path: leadPagePath(leadId) }],
      },
    ])
    // The owner asks somebody: the warning goes.
    const late = await addContractor({ companyName: 'Late' })
    expect((await site.offer(leadId, late.id)).data.hasRunOut).toBe(false)
    expect(await waiting()).toEqual([])
  })

  test('begin when a lead is released from quarantine, and end when it goes there', async () => {
    await addContractor({ companyName: 'A' })
    await addContractor({ companyName: 'B' })
    const leadId = await sendLead({ subject: 'I am a robot' })
    await advance()
    expect(await statesOf(leadId)).toEqual([])
    const move = (path: typeof apiPaths.leadRelease | typeof apiPaths.leadQuarantine) =>
      site.ask('POST', leadPath(path, leadId))
    await move(apiPaths.leadRelease)
    await advance()
    expect(await statesOf(leadId)).toEqual(['A open'])
    await move(apiPaths.leadQuarantine)
    await advance()
    expect(await statesOf(leadId)).toEqual(['A withdrawn'])
    await move(apiPaths.leadRelease)
    await advance()
    expect(await statesOf(leadId)).toEqual(['A withdrawn', 'B open'])
  })

  test('stop when the owner takes it into their own hands', async () => {
    for (const companyName of ['A', 'B']) await addContractor({ companyName })
    const leadId = await sendLead()
    await advance()
    await site.withdraw((await referral(leadId)).offers[0]?.id ?? 0)
    await advance()
    expect(await statesOf(leadId)).toEqual(['A withdrawn'])
  })

  test('go on lead by lead: what another process holds, has done or has closed is left alone', async () => {
    await addContractor({ companyName: 'A' })
    const leadId = await sendLead()
    const step = () => advanceLead(db(), leadId)
    await db().transaction(async (tx) => {
      await holdLead(tx, leadId)
      expect(await step()).toBe(false)
    })
    await advance()
    expect(await step()).toBe(true)
    expect(await statesOf(leadId)).toEqual(['A open'])
    await endTimes()
    expect(await step()).toBe(true)
    // Who was asked before is not asked again.
    expect(await statesOf(leadId)).toEqual(['A expired'])
    expect(await referral(leadId)).toMatchObject({ hasRunOut: true, isAutomatic: false })
    // As when the last of them is lost in the moment in which it was found due.
    await addContractor({ companyName: 'B' })
    await site.setOutcome(leadId, 'lost', 'duplicate')
    await db().update(referrals).set({ isAutomatic: true })
    expect(await step()).toBe(true)
    expect(await referral(leadId)).toMatchObject({ isAutomatic: false, outcome: 'lost' })
    expect(await statesOf(leadId)).toEqual(['A expired'])
  })

  test('leave four opening hours to answer, and half an hour by the clock in an emergency', () => {
    const fridayEvening = new Date('2026-07-17T17:00-04:00')
    expect(answerBy(fridayEvening, false)).toEqual(new Date('2026-07-18T10:00-04:00'))
    expect(answerBy(fridayEvening, true)).toEqual(new Date('2026-07-17T17:30-04:00'))
  })

  test('go on after a process has died between any two steps', async () => {
    for (const companyName of ['A', 'B']) await addContractor({ companyName })
    const leadId = await sendLead()
    await advance()
    await endTimes()
    for (const kind of ['offer-expired', 'offered'] as const) {
      await site.dying(kind, () => advanceLead(db(), leadId))
      expect(await statesOf(leadId)).toEqual(['A open'])
      expect(await db().$count(deliveries, eq(deliveries.channel, 'offer'))).toBe(1)
    }
    await advance()
    expect(await statesOf(leadId)).toEqual(['A expired', 'B open'])
    expect(await db().$count(deliveries, eq(deliveries.channel, 'offer'))).toBe(2)
  })

  test('ask the next within a second, once, with three processes at it', async () => {
    for (const companyName of ['A', 'B', 'C']) await addContractor({ companyName })
    const handles: DatabaseHandle[] = []
    const workers: Awaited<ReturnType<typeof startOfferWorker>>[] = []
    try {
      for (let process = 0; process < 3; process += 1) {
        const handle = await openDatabase(database.location(), silentLogger)
        handles.push(handle)
        workers.push(await startOfferWorker(handle, silentLogger))
      }
      const leadId = await sendLead()
      await expect.poll(() => statesOf(leadId)).toEqual(['A open'])
      // The workers wait for four hours; this is what the signal of a new offer does.
      await endTimes()
      await db().execute(sql`select pg_notify('offers_due', '')`)
      await expect.poll(() => statesOf(leadId)).toEqual(['A expired', 'B open'])
      expect(await db().$count(deliveries, eq(deliveries.channel, 'offer'))).toBe(2)
    } finally {
      for (const worker of workers) await worker.close()
      for (const handle of handles) await handle.close()
    }
  })
})
