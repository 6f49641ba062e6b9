import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import { contractors, offers, referrals } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { applyTo } from './apply.ts'
import { registerWorker } from './worker.ts'

describeOnDatabase('what time and others do to requests', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })

  const stageOf = async (leadId: number) =>
    (await site.ask<LeadDetails>('GET', pathTo(api.lead, { leadId }))).data.stage
  const statesOf = async (leadId: number) =>
    (await site.referral(leadId)).offers.map(
      ({ contractor, state }) => `${contractor.companyName} ${state}`,
    )
  const sendTown = (service = 'ac-repair') =>
    site.sendLead({ address: '1 Elm Street, Deltona, FL', service })

  test('papers that lapse end an offer, and not a job', async () => {
    await site.setAutomatic(true)
    const lapsing = await site.addContractor({ companyName: 'Lapsing' })
    const [asked, matched] = [await sendTown(), await sendTown()]
    await site.agree(matched, lapsing.id, inAnHour())
    await db().update(contractors).set({ insuranceExpiresOn: '2020-01-01' })
    await site.advance()
    await applyTo(db(), matched, { do: 'tick' })
    expect(await statesOf(asked)).toEqual(['Lapsing withdrawn'])
    expect([await stageOf(asked), await stageOf(matched)]).toEqual(['ours', 'matched'])
  })

  test('a running worker does what is due, and no lead that fails stops it', async () => {
    await site.setAutomatic(true)
    await site.addContractor({ companyName: 'Busy', mostOpenOffers: 1 })
    const [first, second] = [await sendTown(), await sendTown()]
    expect([await stageOf(first), await stageOf(second)]).toEqual(['asked', 'new'])
    await db().execute(sql`alter table lead_events add constraint fails
      check (kind <> 'expired' or lead_id <> ${sql.raw(String(first))}) not valid`)
    await site.leave('offer')
    const dueAt = sql`clock_timestamp()`
    await db().update(offers).set({ mailedAt: sql`offered_at`, expiresAt: dueAt })
    await db().update(referrals).set({ dueAt })
    await db().update(contractors).set({ mostOpenOffers: 2 })
    // A process that was started without its database goes by the hours that are built in, until they are read.
    const reading = Promise.withResolvers<void>()
    const readSite = vi.fn(() => reading.promise)
    const app = fastify()
    registerWorker(app, database.handle(), readSite)
    await app.listen({ host: '127.0.0.1', port: 0 })
    await expect.poll(() => readSite.mock.calls.length).toBe(1)
    expect(await statesOf(second)).toEqual([])
    reading.resolve()
    await expect.poll(() => statesOf(second), { timeout: 10_000 }).toEqual(['Busy open'])
    expect(await statesOf(first)).toEqual(['Busy open'])
    await db().execute(sql`alter table lead_events drop constraint fails`)
    await db().execute(sql`select pg_notify('leads_changed', '')`)
    await expect.poll(() => statesOf(first), { timeout: 10_000 }).toEqual(['Busy expired'])
    await app.close()
  })
})
