import { beforeEach, expect, test } from 'vitest'
import { offerPage } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import type { NewsList } from '#/contracts/referrals/news.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { localMinute } from '#/server/time/business-hours.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { afterYes } from '#tests/support/leads/after-yes.ts'
import { expectNoSecrets, inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'

const day = 86_400_000

describeOnDatabase('a contractor after their yes', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })
  const { open, referral } = site
  const { matched, handBack, newsOf, historyOf, update, leave, storedReferral } = afterYes(db, site)

  beforeEach(async () => {
    await site.setAutomatic(false)
    await site.ask('PUT', apiPaths.visitorMails, { sendsMails: true })
  })

  test.each([true, false])(
    'what is handed back goes on, asked of the next by itself %s, and all are told',
    async (isAutomatic) => {
      const made = await matched()
      await site.setAutomatic(isAutomatic)
      const next = await site.addContractor()
      expect((await handBack(made, 'cannot-reach')).statusCode).toBe(303)
      const { body } = await open(made.link)
      expect(body).toContain(offerPage.ended['handed-back'].heading)
      expectNoSecrets(body)
      await site.advance()
      const after = await referral(made.leadId)
      expect(after).toMatchObject({ outcome: 'open', hasRunOut: !isAutomatic })
      expect(after.offers[0]).toMatchObject({
        ...{ state: 'handed-back', handBackReason: 'cannot-reach' },
        endedAt: expect.any(String),
      })
      expect(after.offers.slice(1).map(({ contractorId, state }) => [contractorId, state])).toEqual(
        isAutomatic ? [[next.id, 'open']] : [],
      )
      expect((await storedReferral(made.leadId)).ownerReason).toBe(
        isAutomatic ? null : 'handed-back',
      )
      const { companyName } = made.contractor
      expect(await newsOf(made.leadId)).toEqual([`handed-back ${companyName}`])
      expect(await historyOf(made.leadId)).toContain(`handed-back ${companyName}`)
      // The contractor knows; the visitor must be told, and reads the same on their page.
      expect(await site.queued(made.offerId)).not.toContainEqual(
        expect.objectContaining({ channel: 'recall' }),
      )
      expect(await update(made.leadId)).toBe('looking')
      const page = (await open(made.page)).body
      expect(page).toContain(requestPage.unmatched.heading)
      expect(page).not.toContain(companyName)
    },
  )

  test('only who holds it can hand it back, and only once', async () => {
    const made = await matched()
    const loser = await site.addContractor()
    const other = await site.offered()
    await handBack(other)
    expect((await referral(other.leadId)).offers[0]?.state).toBe('open')
    await handBack(made)
    await site.agree(made.leadId, loser.id, inAnHour())
    // From the old page, and again: the request is another contractor's now.
    for (const form of ['hand-back', 'call-time', 'on-the-way', 'outcome']) {
      const fields = { reason: 'other', callAt: inAnHour(), outcome: 'done' }
      expect((await open(`${made.link}/${form}`, fields)).statusCode).toBe(303)
    }
    const { outcome, offers: all } = await referral(made.leadId)
    expect([outcome, all.map(({ state }) => state)]).toEqual([
      'matched',
      ['handed-back', 'accepted'],
    ])
    expect((await historyOf(made.leadId)).filter((line) => /^handed-back/.test(line))).toHaveLength(
      1,
    )
  })

  test('a call that is put off again and again is told to the owner from the second time on', async () => {
    const made = await matched()
    const { companyName } = made.contractor
    const inHours = (hours: number) =>
      localMinute(new Date(Math.ceil(Date.now() / 60_000) * 60_000 + hours * 3_600_000))
    const [soon, later] = [inHours(2), inHours(4)]
    const putOff = (callAt: string) => open(`${made.link}/call-time`, { callAt })
    await putOff(soon)
    expect(await newsOf(made.leadId)).toEqual([])
    await putOff(later)
    await putOff(later)
    expect(await newsOf(made.leadId)).toEqual([`call-moved ${companyName}`])
    const listed = async () =>
      (await site.ask<NewsList>('GET', apiPaths.news)).data.items.map(({ kind }) => kind)
    expect(await listed()).toEqual(['call-moved'])
    await open(`${made.link}/spoken`, {})
    expect(await listed()).toEqual([])
  })

  test('two who hand back and accept at once leave one holder, or the owner', async () => {
    const made = await matched()
    const other = await site.addContractor()
    await Promise.all([
      handBack(made),
      handBack(made),
      site.agree(made.leadId, other.id, inAnHour()),
      open(`${made.link}/outcome`, { outcome: 'done' }),
    ])
    const { outcome, offers: all } = await referral(made.leadId)
    const states = all.map(({ state }) => state)
    const holders = states.filter((state) => state === 'accepted').length
    expect(holders).toBe(outcome === 'open' ? 0 : 1)
    expect((await newsOf(made.leadId)).filter((line) => /^handed-back/.test(line)).length).toBe(
      states.filter((state) => state === 'handed-back').length,
    )
  })

  test('what is done, erased or not needed any more cannot be handed back', async () => {
    const done = await matched()
    await open(`${done.link}/outcome`, { outcome: 'done', jobValue: '$1,234.50' })
    await handBack(done)
    expect(await referral(done.leadId)).toMatchObject({
      outcome: 'done',
      offers: [{ state: 'accepted', jobValueCents: 123_450 }],
    })
    expect(await update(done.leadId)).toBe('done')
    const cancelled = await matched()
    await open(cancelled.page, { add: 'withdrawn' })
    await handBack(cancelled)
    expect((await referral(cancelled.leadId)).offers[0]?.state).toBe('accepted')
    const { companyName } = cancelled.contractor
    expect(await newsOf(cancelled.leadId)).toEqual([`cancelled ${companyName}`])
    // An owner who takes it from the contractor then does not open what the visitor has ended.
    await site.withdraw(cancelled.offerId)
    expect((await referral(cancelled.leadId)).outcome).toBe('lost')
    await site.ask('POST', apiPaths.erasures, { leadId: cancelled.leadId, expectedLeads: 1 })
    expect((await handBack(cancelled)).statusCode).toBe(404)
  })

  test('who gave it back can have it again', async () => {
    const made = await matched()
    await handBack(made)
    const { status, data } = await site.agree(made.leadId, made.contractor.id, inAnHour())
    expect([status, data.outcome, data.offers.map(({ state }) => state)]).toEqual([
      201,
      'matched',
      ['handed-back', 'accepted'],
    ])
    expect((await open(made.page)).body).toContain(made.contractor.companyName)
  })

  test('another time for the call and "on our way" are told at once, and stand on both pages', async () => {
    const made = await matched()
    await leave('introduction')
    const { companyName } = made.contractor
    await open(`${made.link}/call-time`, { callAt: '2099-01-05T10:00' })
    expect(await update(made.leadId)).toBe('none')
    const later = new Date(Date.now() + 2 * day).toISOString().slice(0, 10)
    await open(`${made.link}/call-time`, { callAt: `${later}T10:15` })
    expect(await update(made.leadId)).toBe('call')
    for (const page of [made.page, made.link]) expect((await open(page)).body).toContain('10:15 AM')
    await open(`${made.link}/on-the-way`, {})
    await open(`${made.link}/on-the-way`, {})
    expect(await update(made.leadId)).toBe('on-the-way')
    expect((await open(made.page)).body).toContain(`${companyName} told us `)
    expect((await open(made.link)).body).not.toContain(offerPage.accepted.visit.onTheWay)
    const { offers: all } = await referral(made.leadId)
    expect(all[0]?.onTheWayAt).toEqual(expect.any(String))
    const lines = await historyOf(made.leadId)
    expect(lines.filter((line) => /^(call-changed|on-the-way)/.test(line))).toEqual([
      `call-changed ${companyName}`,
      `on-the-way ${companyName}`,
    ])
    // A new time: they are not on the way any more.
    await open(`${made.link}/call-time`, { callAt: `${later}T11:15` })
    expect(await update(made.leadId)).toBe('call')
    expect((await open(made.page)).body).not.toContain('is on the way')
  })
})
