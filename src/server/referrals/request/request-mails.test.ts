import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { business } from '#/content/business.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { elsewhere } from '#/contracts/site/towns.ts'
import { saveSetting } from '#/server/db/settings.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { pass } from '#tests/support/leads/post-office.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'
import { storeFields } from '../contractors/contractors.ts'
import { notSo } from '../say.ts'
import { applyTo } from '../store/apply.ts'

describeOnDatabase('mails to visitors', (database) => {
  const { db, ask, site, open, send, go, asked, matched, stands, history, addContractor } =
    requestSite(database)
  const updates = (mails: string[]) => mails.filter((mail) => mail.startsWith('update'))
  const callIn = (link: string, minute: number) =>
    open(`${link}/call-time`, { callAt: inAnHour(2).replace(/\d\d$/, `0${minute}`) })

  test('confirm what was sent, and say by when we reply while that is to come', async () => {
    const { leadId } = await send({ address: 'Not required' })
    const { text } = await site.rendered('confirmation', leadId)
    const [promise = ''] = business.responsePromise.answer.split('{time}')
    expect(text).toContain(promise)
    expect(text).toContain('what town are you in?')
    await pass(db(), 24 * 8)
    expect((await site.rendered('confirmation', leadId)).text).not.toContain(promise)
  })

  test('ask for the town until it is known, also where it was said a second before they left', async () => {
    const { leadId, page } = await send({ address: 'Not required' })
    await open(page, { add: 'place', town: 'DeLand' })
    expect((await site.rendered('confirmation', leadId)).text).not.toContain(
      'what town are you in?',
    )
    await open(page, { add: 'place', town: elsewhere })
    const { subject } = await site.rendered('confirmation', leadId)
    expect(subject).toBe('About your request')
  })

  test('say who calls, with the license and the phone, and nothing that anybody typed', async () => {
    const { contractor, leadId, link } = await asked({ name: 'Greta Secret', message: 'It hums' })
    await open(`${link}/accept`, { callAt: inAnHour() })
    const { subject, text } = await site.rendered('update', leadId)
    for (const told of [
      contractor.companyName,
      contractor.licenseNumber,
      '(386) 555-0177',
      'AM',
      '/request/',
    ])
      expect(text.replace('PM', 'AM')).toContain(told)
    for (const typed of ['Greta', 'hums']) expect(subject + text).not.toContain(typed)
    expect(updates(await go())).toEqual(['update introduction'])
  })

  test('are one, however much happens before it leaves, and say what is so then', async () => {
    const { link } = await matched()
    for (const minute of [1, 2, 3]) await callIn(link, minute)
    await go()
    // Back at what was told before it leaves.
    for (const minute of [4, 3]) await callIn(link, minute)
    expect(updates(await go())).toEqual([`update (${notSo.cancelled})`])
    await open(`${link}/on-the-way`, {})
    expect(updates(await go())).toEqual(['update on-the-way'])
    expect(updates(await go(24))).toEqual([])
  })

  test('say of a call what is so: another time, and nothing once they have spoken', async () => {
    const { link } = await matched()
    await callIn(link, 5)
    expect(await go()).toEqual(['update call'])
    await callIn(link, 6)
    await open(`${link}/spoken`, {})
    expect(await go()).toEqual([`update (${notSo.cancelled})`])
  })

  test('say again whose it is after it was the owner’s, and whose it became', async () => {
    const { leadId, offerId } = await matched({}, { companyName: 'A' })
    await site.withdraw(offerId)
    expect(updates(await go())).toEqual(['update looking'])
    const next = await addContractor({ companyName: 'B' })
    await site.agree(leadId, next.id, inAnHour())
    const { subject } = await site.rendered('update', leadId)
    // Mail programs put mails of one subject together.
    expect(subject).toBe('A contractor has your request: B')
    expect(updates(await go())).toEqual(['update introduction'])
  })

  test('say at another address how it stands, and confirm nothing that was canceled', async () => {
    const { leadId, contractor } = await matched()
    const correct = { do: 'correct', fields: ['email'], hasEmail: true, by: 'owner' } as const
    await applyTo(db(), leadId, correct)
    const email = 'new@lakeside.example'
    await db().transaction((tx) => storeFields(tx, contractor.id, { email }))
    const theirs = and(eq(deliveries.leadId, leadId), eq(deliveries.target, email))
    expect(await db().$count(deliveries, theirs)).toBe(1)
    expect(updates(await go())).toEqual(['update introduction'])
    const { page } = await send({ email: 'other@example.com', phone: '386 555 0111' })
    await open(page, { add: 'withdrawn' })
    expect(await go()).toContain(`confirmation (${notSo.cancelled})`)
  })

  test('leave nine times a day to an address, none while they are off, and to those who have one', async () => {
    const { link } = await matched()
    let left = 1
    for (const minute of Array(12).keys()) {
      await callIn(link, minute)
      left += updates(await go()).length
    }
    expect(left).toBe(9)
    await ask('PUT', api.visitorMails.change.path, { sendsMails: false })
    const off = await asked()
    await open(`${off.link}/accept`, { callAt: inAnHour() })
    expect(updates(await go())).toEqual([])
    await ask('PUT', api.visitorMails.change.path, { sendsMails: true })
    const waiting = await asked()
    await open(`${waiting.link}/accept`, { callAt: inAnHour() })
    await ask('PUT', api.visitorMails.change.path, { sendsMails: false })
    expect(updates(await go())).toEqual([
      'update (Emails to customers were turned off before the email went out.)',
    ])
  })

  test('ask once how it went: five days after the call, or a day after the work was done', async () => {
    const { leadId } = await matched()
    expect(await go(24 * 4.5)).not.toContain('update how')
    expect(await go(24)).toContain('update how')
    expect(await go(24 * 3)).not.toContain('update how')
    const { text } = await site.rendered('follow-up', leadId)
    expect(text).toContain('/request/')
    const done = await matched()
    await open(`${done.link}/outcome`, { outcome: 'done', jobValue: '450' })
    expect(await go(20)).not.toContain('update how')
    expect(await go(5)).toContain('update how')
    // Who has said how it went is not asked.
    const rated = await matched()
    await open(`${rated.link}/outcome`, { outcome: 'done' })
    await open(`${rated.page}/rating`, { came: 'yes', stars: '5', ratingText: 'Good.' })
    expect(await go(48)).not.toContain('update how')
    await ask('PUT', api.visitorMails.change.path, { sendsMails: false })
    const off = await matched()
    await go(24 * 6)
    const isSaid = async (id: number) =>
      (await history(id)).includes('Asked the customer how it went')
    expect([await isSaid(leadId), await isSaid(off.leadId)]).toEqual([true, false])
  })

  test('do not say that there is nobody where one says no whom the owner asked', async () => {
    await saveSetting(db(), 'offers', { isAutomatic: false })
    const { id } = await addContractor()
    const { leadId } = await send()
    await site.offer(leadId, id)
    const [offer] = (await site.referral(leadId)).offers
    await go()
    await open(`${await site.linkTo(offer ?? { id: 0 }, leadId)}/decline`, { reason: 'too-busy' })
    expect(await stands(leadId)).toBe('ours us nobody-left')
    expect((await go()).filter((mail) => /^update [^(]/.test(mail))).toEqual([])
  })
})
