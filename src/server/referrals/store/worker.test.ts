import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import { contractors, leadEvents } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { createCarryOn, startWorker } from './worker.ts'

describeOnDatabase('what time and others do to requests', (database) => {
  const { app, db, site, cookie } = referralSite(database, { isEmptied: true })

  const stageOf = async (leadId: number) =>
    (await site.ask<LeadDetails>('GET', pathTo(api.lead, { leadId }))).data.stage
  const statesOf = async (leadId: number) =>
    (await site.referral(leadId)).offers.map(({ companyName, state }) => `${companyName} ${state}`)
  const sendTown = (service = 'ac-repair') =>
    site.sendLead({ address: '1 Elm Street, Deltona, FL', service })

  test('one contractor after the other is asked, and then it is the owner’s', async () => {
    await site.setAutomatic(true)
    await site.addContractor({ companyName: 'First' })
    await site.addContractor({ companyName: 'Second' })
    const leadId = await sendTown()
    expect(await statesOf(leadId)).toEqual(['First open'])
    // The time to answer starts when the mail leaves.
    await site.advance()
    expect(await site.leave('offer')).toEqual(['asked'])
    await site.endTimes()
    await site.advance()
    expect(await statesOf(leadId)).toEqual(['First expired', 'Second open'])
    await site.sendOffers()
    await site.endTimes()
    await site.advance()
    expect([await stageOf(leadId), await statesOf(leadId)]).toEqual([
      'ours',
      ['First expired', 'Second expired'],
    ])
    const finding = 'A request found no contractor, or came back to you.'
    const { body } = await app().inject({ url: api.needs.path, headers: { cookie: cookie() } })
    expect(body).toContain(finding)
  })

  test('papers that lapse end an offer, and not a job', async () => {
    await site.setAutomatic(true)
    const lapsing = await site.addContractor({ companyName: 'Lapsing' })
    const [asked, matched] = [await sendTown(), await sendTown()]
    await site.agree(matched, lapsing.id, inAnHour())
    await db().update(contractors).set({ insuranceExpiresOn: '2020-01-01' })
    await site.advance()
    expect(await statesOf(asked)).toEqual(['Lapsing withdrawn'])
    expect([await stageOf(asked), await stageOf(matched)]).toEqual(['ours', 'matched'])
  })

  test('a running worker asks who may be asked now, and no lead that fails stops it', async () => {
    await site.setAutomatic(true)
    const busy = await site.addContractor({ companyName: 'Busy', mostOpenOffers: 1 })
    const [first, second] = [await sendTown(), await sendTown()]
    expect([await stageOf(first), await stageOf(second)]).toEqual(['asked', 'new'])
    const worker = await startWorker(database.handle(), silentLogger)
    await db().execute(sql`alter table lead_events add constraint fails
      check (kind <> 'expired' or lead_id <> ${sql.raw(String(first))}) not valid`)
    await site.sendOffers()
    await site.endTimes()
    const carryOn = createCarryOn(db(), silentLogger)
    await carryOn(false, new AbortController().signal)
    expect(await statesOf(first)).toEqual(['Busy open'])
    await db().execute(sql`alter table lead_events drop constraint fails`)
    await site.beDue(first)
    await db().update(contractors).set({ mostOpenOffers: 2 }).where(eq(contractors.id, busy.id))
    await db().execute(sql`select pg_notify('offers_due', 'again')`)
    await expect.poll(() => statesOf(second), { timeout: 10_000 }).toEqual(['Busy open'])
    await worker.close()
    expect(await db().$count(leadEvents, eq(leadEvents.leadId, second))).toBeGreaterThan(0)
  })
})
