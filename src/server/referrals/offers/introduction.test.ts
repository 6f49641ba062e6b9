import { and, asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { requestPage } from '#/content/request-page.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { deliveries, offers } from '#/server/db/tables/schema.ts'
import { createBuiltRenderer } from '#/server/render/built-renderer.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { acceptOffer } from './answer-offer.ts'
import { queueIntroduction } from './introduction.ts'

describeOnDatabase('the mail that introduces a contractor', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })

  const turn = (sendsMails: boolean) => site.ask('PUT', apiPaths.visitorMails, { sendsMails })
  beforeEach(async () => {
    await turn(true)
  })

  const queued = (leadId: number) =>
    db()
      .select({ offerId: deliveries.offerId, to: deliveries.target })
      .from(deliveries)
      .where(and(eq(deliveries.leadId, leadId), eq(deliveries.channel, 'introduction')))
      .orderBy(asc(deliveries.id))
  const introduction = (leadId: number, id: number) => site.mails('introduction', { id }, leadId)
  const accept = (link: string) => site.open(`${link}/accept`, { callAt: inAnHour() })

  test('leaves when a contractor accepts, with what the visitor needs to know of them', async () => {
    const { leadId, offerId, link, contractor } = await site.offered({ email: 'v@example.com' })
    expect(await queued(leadId)).toEqual([])
    await accept(link)
    await accept(link)
    expect(await queued(leadId)).toEqual([{ offerId, to: 'v@example.com' }])
    const mail = await introduction(leadId, offerId)
    if (!('wanted' in mail) || mail.wanted.kind !== 'introduction') throw new Error('no mail')
    const { renderMail } = await createBuiltRenderer(testConfig().site)
    const { text, html } = await renderMail(mail.wanted)
    for (const fact of [contractor.companyName, contractor.licenseNumber, '(386) 555-0177']) {
      expect(text).toContain(fact)
    }
    expect(text).toMatch(/They will call\s+\w+/)
    expect(text).toContain(requestPage.matched.register.href)
    expect(html).toContain(`href="${requestPage.matched.register.href}"`)
    expect(html).toContain('href="tel:+13865550177"')
    // Nothing of what anybody typed into the form.
    expect(text + html).not.toMatch(/Greta|0199|Hidden|hums/)
    const page = await site.open(mail.wanted.link)
    expect(page.body).toContain(contractor.companyName)
  })

  test('says nothing of a call to come where it leaves when the time of the call is over', async () => {
    const { leadId, offerId, link } = await site.offered()
    await accept(link)
    await db().update(offers).set({ callAt: new Date() }).where(eq(offers.id, offerId))
    const mail = await introduction(leadId, offerId)
    if (!('wanted' in mail)) throw new Error('no mail')
    const { renderMail } = await createBuiltRenderer(testConfig().site)
    const { text, html } = await renderMail(mail.wanted)
    expect(text + html).not.toMatch(/will call/)
    expect(text).toContain('If they have not called you')
  })

  test('is off until the owner turns it on, and stays if they turn it off before it left', async () => {
    await turn(false)
    const first = await site.offered()
    await accept(first.link)
    expect(await queued(first.leadId)).toEqual([])
    await turn(true)
    const second = await site.offered()
    await accept(second.link)
    expect(await queued(second.leadId)).toHaveLength(1)
    await turn(false)
    expect(await introduction(second.leadId, second.offerId)).toEqual({
      cancelled: 'Emails to visitors were turned off before the mail left.',
    })
  })

  test('is written anew for the next contractor, and stays where the first has it no longer', async () => {
    const { leadId, offerId, link } = await site.offered()
    await accept(link)
    await site.withdraw(offerId)
    expect(await introduction(leadId, offerId)).toHaveProperty('cancelled')
    const { id } = await site.addContractor({ companyName: 'The Second' })
    const { data } = await site.agree(leadId, id, inAnHour())
    const second = data.offers.at(-1)?.id ?? 0
    expect((await queued(leadId)).map((each) => each.offerId)).toEqual([offerId, second])
    expect(await introduction(leadId, second)).toMatchObject({
      wanted: { match: { companyName: 'The Second' } },
    })
    // The mail of the first would say the same once more.
    expect(await introduction(leadId, offerId)).toEqual({
      cancelled: 'The contractor did not have the request any more when the mail left.',
    })
  })

  test.each([
    ['lost', 'unreachable'],
    ['done', null],
  ])('stays once the request is %s', async (outcome, lostReason) => {
    const { leadId, offerId, link } = await site.offered()
    await accept(link)
    await site.setOutcome(leadId, outcome, lostReason)
    expect(await introduction(leadId, offerId)).toHaveProperty('cancelled')
  })

  test('is queued with the yes or not at all, when the process dies in between', async () => {
    const { leadId, offerId } = await site.offered()
    const key = { leadId, offerId }
    const callAt = new Date(Date.now() + 3_600_000)
    await site.dying('accepted', () => acceptOffer(db(), key, callAt))
    expect((await site.referral(leadId)).outcome).toBe('open')
    expect(await queued(leadId)).toEqual([])
    expect(await acceptOffer(db(), key, callAt)).toBe('accepted')
    expect(await queued(leadId)).toHaveLength(1)
  })

  test('an address gets three in a day, whoever typed it', async () => {
    const matched: number[] = []
    for (let each = 0; each < 4; each += 1) {
      const email = each % 2 === 0 ? 'often@example.com' : 'Often@Example.com'
      const { leadId, link } = await site.offered({ email })
      await accept(link)
      matched.push((await queued(leadId)).length)
    }
    expect(matched).toEqual([1, 1, 1, 0])
  })

  test('leaves sixty times an hour at most, whoever they are to', async () => {
    const { leadId, offerId } = await site.offered()
    await db().execute(sql`
      insert into deliveries (lead_id, channel, target, created_at)
      select ${leadId}, 'introduction', n || '@example.com', now() - interval '59 minutes'
      from generate_series(1, 60) n`)
    const countQueued = async () => {
      await db().transaction((tx) =>
        queueIntroduction(tx, { id: leadId, isUrgent: false }, offerId),
      )
      return (await queued(leadId)).length
    }
    expect(await countQueued()).toBe(60)
    await db().execute(sql`
      update deliveries set created_at = now() - interval '61 minutes' where target = '1@example.com'`)
    expect(await countQueued()).toBe(61)
  })
})
