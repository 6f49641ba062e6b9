import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offerPage, reportedToVisitor } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { saveSetting } from '#/server/db/settings.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour, secretVisitor } from '#tests/support/leads/offer-site.ts'
import { inShort, post } from '#tests/support/leads/post-office.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'

describeOnDatabase('what a visitor says after the yes', (database) => {
  const { db, ask, site, open, read, send, go, asked, matched, stands, offersOf, news } =
    requestSite(database)
  const answer = async (page: string, what: string) => (await open(page, { add: what })).statusCode
  const report = (link: string, lostReason = 'chose-another') =>
    open(`${link}/outcome`, { outcome: 'lost', lostReason })

  test('"nothing came of it" closes it, and its visitor is asked; who agrees is asked no more', async () => {
    const { contractor, leadId, link, page } = await matched()
    for (const _ of ['once', 'twice']) await report(link)
    expect(await site.referral(leadId)).toMatchObject({
      outcome: 'lost',
      lostReason: 'chose-another',
    })
    expect(await news()).toEqual([
      `The contractor says it didn’t work out: ${contractor.companyName}`,
    ])
    expect(await go()).toEqual(['update reported'])
    const body = await read(page)
    expect(body).toContain(
      `${contractor.companyName} told us ${reportedToVisitor['chose-another']}`,
    )
    expect(body).not.toContain(requestPage.rating.heading)
    expect(await read(link)).toContain(offerPage.accepted.overHeadings.lost)
    expect(await answer(page, 'maybe')).toBe(400)
    expect([await answer(page, 'settled'), await go(24)]).toEqual([303, []])
    expect(await read(page)).not.toContain(requestPage.claimed.heading)
    expect(await stands(leadId)).toBe('lost nobody chose-another')
  })

  test('an answer from a page that stood open while the site was upgraded counts', async () => {
    const { leadId, link, page } = await matched()
    await report(link)
    expect((await open(`${page}/answer`, { answer: 'settled' })).statusCode).toBe(303)
    expect(await read(page)).not.toContain(requestPage.claimed.heading)
    expect(await stands(leadId)).toBe('lost nobody chose-another')
    expect((await open(`${page}/answer`, { answer: 'still-needed' })).statusCode).toBe(303)
    expect(await stands(leadId)).toBe('ours us reopened')
    const { headers } = await open(`${page}/rating/removal`, {})
    expect(headers.location).toBe(`${page}?added=rating-withdrawn`)
  })

  test.each([true, false])(
    'who still needs help gets another contractor, by itself %s, and not the one who reported it',
    async (isAutomatic) => {
      const { contractor, leadId, link, page } = await matched({}, { companyName: 'A' })
      await report(link, 'unreachable')
      await go()
      await saveSetting(db(), 'offers', { isAutomatic })
      const { id } = await site.addContractor({ companyName: 'B' })
      for (const _ of ['once', 'twice']) await answer(page, 'still-needed')
      expect(await offersOf(leadId)).toEqual(['A handed-back', ...(isAutomatic ? ['B open'] : [])])
      expect(await read(page)).toContain(
        isAutomatic ? requestPage.unmatched.heading : requestPage.reopened.heading,
      )
      expect(await read(link)).toContain(offerPage.ended.reopened.heading)
      expect(await go()).toContain(isAutomatic ? 'offer' : 'job reopened')
      // Where the request is the owner's, a finding alone says so, and nothing once they have seen to it.
      if (!isAutomatic) await site.offer(leadId, id)
      const line = `The customer still needs help: ${contractor.companyName}`
      expect((await news()).includes(line)).toBe(isAutomatic)
    },
  )

  test.each(['has no email', 'gets no mails', 'gets none any more', 'gets a mail that fails'])(
    'it is the owner’s where nobody can ask its visitor, who %s',
    async (why) => {
      const { leadId, link } = await matched()
      if (why === 'has no email')
        await db().update(leads).set({ email: '' }).where(eq(leads.id, leadId))
      if (why === 'gets no mails') await saveSetting(db(), 'visitorMails', { sendsMails: false })
      await report(link)
      if (why === 'gets none any more')
        await saveSetting(db(), 'visitorMails', { sendsMails: false })
      await go(0, ({ channel }) => channel === 'update' && why === 'gets a mail that fails')
      expect(await stands(leadId)).toBe('ours us reported')
    },
  )

  test('a mail of before that fails is not the question whether nothing came of it', async () => {
    const { leadId, link } = await matched()
    await open(`${link}/on-the-way`, {})
    let isFirst = true
    const posted = await post(db(), undefined, async () => {
      if (!isFirst) return
      isFirst = false
      await report(link)
      throw Object.assign(new Error('no such address'), { code: 'EENVELOPE', command: 'API' })
    })
    expect(inShort(posted)).toEqual(['update on-the-way', 'update reported'])
    expect(await stands(leadId)).toBe('lost nobody chose-another')
  })

  test('for two weeks after it was done its visitor can say that they still need help, five times', async () => {
    const { leadId, link, page } = await matched()
    await open(`${link}/outcome`, { outcome: 'done' })
    expect(await go(24 * 13)).toContain('update done')
    expect(await read(page)).toContain(requestPage.reopen.button)
    expect(await answer(page, 'still-needed')).toBe(303)
    expect([await stands(leadId), await news()]).toEqual(['ours us reopened', []])
    expect(await go(1.1)).toContain('job reopened')
    expect(await read(page)).toContain(requestPage.reopened.heading)
    for (let time = 2; time <= 5; time += 1) {
      await site.setOutcome(leadId, 'lost', 'duplicate')
      expect([time, await answer(page, 'still-needed')]).toEqual([time, 303])
    }
    await site.setOutcome(leadId, 'lost', 'duplicate')
    expect([await answer(page, 'still-needed'), await stands(leadId)]).toEqual([
      400,
      'lost nobody duplicate',
    ])

    const old = await matched()
    await open(`${old.link}/outcome`, { outcome: 'done' })
    await go(24 * 15)
    expect(await read(old.page)).not.toContain(requestPage.reopen.open)
    expect(await answer(old.page, 'still-needed')).toBe(400)
  })

  test('that no call came is told to the owner at once, and to the contractor; not before its time', async () => {
    const { leadId, page } = await matched({}, { companyName: 'A' })
    expect([await answer(page, 'not-called'), await news()]).toEqual([303, []])
    await go(1.1)
    expect(await read(page)).toContain(requestPage.callDue.heading)
    for (const _ of ['once', 'twice']) await answer(page, 'not-called')
    expect(await stands(leadId)).toBe('matched us')
    expect(await news()).toEqual(['The promised call isn’t confirmed: A'])
    expect([await go(), await go(24)]).toEqual([['job call-late'], []])
    expect(await answer(page, 'spoken')).toBe(303)
    expect(await stands(leadId)).toBe('matched contractor spoken')
    expect(await read(page)).not.toContain(requestPage.callDue.heading)
  })

  test('who cancels and needs it after all has the same contractor again, else another is looked for', async () => {
    const had = await matched({}, { companyName: 'A' })
    for (const add of ['withdrawn', 'wanted-again']) await open(had.page, { add })
    expect([await stands(had.leadId), await news()]).toEqual([
      'matched contractor',
      ['The customer still needs help: A'],
    ])
    const { leadId, link, page } = await asked({}, { companyName: 'B' })
    await open(page, { add: 'withdrawn' })
    expect(await offersOf(leadId)).toEqual(['B withdrawn'])
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect(await stands(leadId)).toBe('cancelled nobody cancelled')
    await open(page, { add: 'wanted-again' })
    expect(await stands(leadId)).toBe('ours us nobody-left')
  })

  test('what a contractor hands back goes to the next, who had it is told nothing, its visitor is', async () => {
    const { contractor, leadId, link, page } = await matched({}, { companyName: 'A' })
    await site.addContractor({ companyName: 'B' })
    for (const _ of ['once', 'twice']) await open(`${link}/hand-back`, { reason: 'too-busy' })
    expect(await offersOf(leadId)).toEqual(['A handed-back', 'B open'])
    expect(await news()).toEqual(['Handed back: A'])
    expect((await go()).toSorted()).toEqual(['offer', 'update looking'])
    const body = await read(page)
    expect(body).not.toContain(contractor.licenseNumber)
    expect(body).toContain(requestPage.unmatched.heading)
    // Who gave it back can have it again.
    expect((await site.agree(leadId, contractor.id, inAnHour())).status).toBe(201)
    expect(await offersOf(leadId)).toEqual(['A handed-back', 'B taken', 'A accepted'])
  })

  test('who is left to nobody reads so, with our phone, and is told once', async () => {
    const { leadId, page } = await send()
    expect((await go()).filter((mail) => mail.startsWith('update'))).toEqual(['update nobody'])
    expect(await stands(leadId)).toBe('ours us nobody-left')
    expect(await read(page)).toContain(requestPage.nobody.heading)
    expect((await go(24)).filter((mail) => mail.startsWith('update'))).toEqual([])
  })

  test('who reported it reads nothing of it once it is the owner’s', async () => {
    const { leadId, link } = await matched(secretVisitor)
    await db().update(leads).set({ email: '' }).where(eq(leads.id, leadId))
    await report(link)
    expect(await stands(leadId)).toBe('ours us reported')
    const body = await read(link)
    expectNoSecrets(body)
    expect(body).toContain(offerPage.ended.recalled.heading)
  })

  test('who was removed meanwhile does not have it again', async () => {
    const { contractor, leadId, page } = await matched()
    await open(page, { add: 'withdrawn' })
    expect(
      (await ask('DELETE', pathTo(api.removeContractor, { contractorId: contractor.id }))).status,
    ).toBe(204)
    await open(page, { add: 'wanted-again' })
    expect(await stands(leadId)).toBe('ours us nobody-left')
  })
})
