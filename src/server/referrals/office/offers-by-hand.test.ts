import { expect, test } from 'vitest'
import { offerPage } from '#/content/offer-page.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour, secretVisitor } from '#tests/support/leads/offer-site.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'

describeOnDatabase('what the owner does with a request', (database) => {
  const { ask, site, open, read, send, go, asked, matched, stands, offersOf, history } =
    requestSite(database)
  const quarantine = (leadId: number) => ask('POST', pathTo(api.leadQuarantine, { leadId }))
  const release = (leadId: number) => ask('POST', pathTo(api.leadRelease, { leadId }))

  test('is refused in words: who has lapsed, was asked already, for what is taken, over or held', async () => {
    const { contractor, leadId, link } = await asked()
    const other = await site.addContractor()
    const lapsed = await site.addContractor({ insuranceExpiresOn: '2026-01-01' })
    const refusal = async (id: number, contractorId: number) => {
      const { status, message } = await site.offer(id, contractorId)
      expect(status).toBe(409)
      return message
    }
    expect(await refusal(leadId, lapsed.id)).toMatch(/insurance of .* has expired/)
    expect((await site.agree(leadId, lapsed.id, inAnHour())).status).toBe(409)
    expect(await refusal(leadId, contractor.id)).toMatch(/already asked/)
    expect((await site.offer(leadId, 999_999)).status).toBe(404)
    expect((await site.offer(999_999, other.id)).status).toBe(404)
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect(await refusal(leadId, other.id)).toMatch(`${contractor.companyName} has this request`)
    const lost = (await send()).leadId
    await site.setOutcome(lost, 'lost', 'duplicate')
    expect(await refusal(lost, other.id)).toMatch(/is closed/)
    const spam = (await send()).leadId
    await quarantine(spam)
    expect(await refusal(spam, other.id)).toMatch(/held as spam/)
  })

  test('takes it from one and gives it to another; the first sees nothing of it any more', async () => {
    const { leadId, offerId, link } = await matched(secretVisitor)
    await site.withdraw(offerId)
    expect(await site.referral(leadId)).toMatchObject({
      outcome: 'open',
      offers: [{ state: 'withdrawn' }],
    })
    const body = await read(link)
    expect(body).toContain(offerPage.ended.recalled.heading)
    expectNoSecrets(body)
    expect((await go()).toSorted()).toEqual(['job withdrawn', 'update looking'])
    expect(await stands(leadId)).toBe('ours us taken-back')
    expect([(await site.withdraw(offerId)).status, (await site.withdraw(999_999)).status]).toEqual([
      409, 404,
    ])
    const other = await site.addContractor()
    await site.offer(leadId, other.id)
    expect((await site.referral(leadId)).offers[1]).toMatchObject({ state: 'open' })
  })

  test('an open one that is taken back is the owner’s, and who had read of it is told', async () => {
    const { leadId, offerId } = await asked()
    await site.addContractor()
    await site.withdraw(offerId)
    expect([await stands(leadId), await go()]).toEqual(['ours us taken-back', ['job unasked']])
    const unread = await send()
    const [offer] = (await site.referral(unread.leadId)).offers
    await site.withdraw(offer?.id ?? 0)
    expect((await go()).filter((mail) => !mail.includes('('))).not.toContain('job unasked')
  })

  test('what was agreed by phone is recorded, with who was asked and with others', async () => {
    const { leadId, link } = await asked({}, { companyName: 'A' })
    const other = await site.addContractor({ companyName: 'B' })
    for (const wrong of ['soon', '2026-13-01T10:00', '0026-03-04T10:00', '2206-03-04T10:00'])
      expect([wrong, (await site.agree(leadId, other.id, wrong)).status]).toEqual([wrong, 400])
    expect((await site.agree(leadId, other.id, inAnHour())).status).toBe(201)
    expect(await offersOf(leadId)).toEqual(['A taken', 'B accepted'])
    expect(await read(link)).toContain(offerPage.ended.taken.heading)
    expect((await go()).toSorted()).toEqual(['job taken', 'job yours', 'update introduction'])

    const second = await asked({}, { companyName: 'C' })
    await site.agree(second.leadId, second.contractor.id, inAnHour())
    expect(await offersOf(second.leadId)).toEqual(['C accepted'])
    expect(await history(second.leadId)).toContain('Agreed by phone with C')

    // A yes after a no is a new offer: the no stays what it was.
    const third = await asked({}, { companyName: 'D' })
    await open(`${third.link}/decline`, { reason: 'too-busy' })
    await site.agree(third.leadId, third.contractor.id, inAnHour())
    expect(await offersOf(third.leadId)).toEqual(['D declined', 'D accepted'])
  })

  test('what became of it is set as far as it can be so', async () => {
    const { contractor, leadId, offerId, link } = await matched()
    await site.setOutcome(leadId, 'lost', 'unreachable')
    expect(await site.referral(leadId)).toMatchObject({
      outcome: 'lost',
      lostReason: 'unreachable',
    })
    expect((await site.setOutcome(leadId, 'lost')).status).toBe(400)
    expect((await site.setOutcome(leadId, 'open')).message).toBe(
      `${contractor.companyName} had this request when it closed. Set the outcome back to Matched, then withdraw the request from them.`,
    )
    await site.setOutcome(leadId, 'matched')
    expect((await site.referral(leadId)).outcome).toBe('matched')
    expect(await site.setOutcome((await send()).leadId, 'matched')).toMatchObject({
      status: 409,
      message: expect.stringContaining('No contractor has this request yet.'),
    })
    expect((await site.setOutcome(999_999, 'done')).status).toBe(404)
    const jobValue = async () => (await site.referral(leadId)).offers[0]?.jobValueCents
    await open(`${link}/outcome`, { outcome: 'done', jobValue: '400' })
    expect(await jobValue()).toBe(40_000)
    const setValue = async (id: number, value: string | null) =>
      (await ask('PUT', pathTo(api.jobValue, { offerId: id }), { value })).status
    const answers = [await setValue(offerId, '450'), await setValue(offerId, '450')]
    expect([...answers, await setValue(999_999, null)]).toEqual([204, 204, 404])
    // Who closes it by hand says nothing of what it came to.
    for (const outcome of ['matched', 'done']) await site.setOutcome(leadId, outcome)
    expect(await jobValue()).toBe(45_000)
    // Saved twice it is told once.
    const said = (await history(leadId)).filter((line) => line === 'Job value: $450.00')
    expect(said).toHaveLength(1)
  })

  test('that they have spoken is recorded as a first contact, which a yes is not', async () => {
    const { leadId, offerId, page } = await matched()
    const isContacted = async () =>
      (await ask('GET', pathTo(api.lead, { leadId }))).data.isContacted
    expect(await isContacted()).toBe(false)
    expect((await ask('POST', pathTo(api.offerSpoken, { offerId }))).status).toBe(204)
    expect(await isContacted()).toBe(true)
    expect(await read(page)).toContain('we were told you’ve talked')
    // Nobody waits for a call any more.
    await go(72)
    expect(await stands(leadId)).toBe('matched contractor spoken')
  })

  test('what looks like spam is asked of nobody until it is real, and what was begun ends', async () => {
    await site.addContractor({ companyName: 'A' })
    const { leadId, page } = await send()
    await go()
    await quarantine(leadId)
    expect([await stands(leadId), await offersOf(leadId)]).toEqual(['held us', ['A withdrawn']])
    expect(await go()).toEqual(['job unasked'])
    expect(await read(page)).not.toContain('No longer needed</h1>')
    await site.addContractor({ companyName: 'B' })
    await release(leadId)
    expect(await offersOf(leadId)).toEqual(['A withdrawn', 'B open'])
    expect(await history(leadId)).toEqual(
      expect.arrayContaining(['Marked as spam', 'Marked as not spam']),
    )
  })

  test('what is held as spam is neither ended nor opened', async () => {
    const one = await send()
    await quarantine(one.leadId)
    expect((await site.setOutcome(one.leadId, 'done')).status).toBe(409)
    expect(await stands(one.leadId)).toBe('held us')
    const lost = await send()
    await site.setOutcome(lost.leadId, 'lost', 'duplicate')
    await quarantine(lost.leadId)
    expect((await site.setOutcome(lost.leadId, 'open')).status).toBe(409)
  })
})
