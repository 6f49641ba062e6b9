import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offerPage } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { describeOnDatabase } from '../../../../tests/databases.ts'
import { contactBody } from '../../../../tests/factories.ts'
import { expectNoSecrets, inAnHour } from '../../../../tests/offer-site.ts'
import { referralSite } from '../../../../tests/suite-site.ts'
import { deliveries, leads } from '../../db/schema.ts'
import { addPhoto } from '../requests/photos/photo-store.ts'

describeOnDatabase('the visitor’s page and offers', (database) => {
  const { app, db, site } = referralSite(database)

  const { open, referral } = site

  /** A lead that was offered to somebody, with the pages of both. */
  async function asked() {
    const submissionId = crypto.randomUUID()
    const payload = contactBody({
      submissionId,
      name: 'Greta Secret',
      address: null,
      message: `hums ${submissionId}`,
    })
    const sent = await app().inject({ method: 'POST', url: apiPaths.contact, payload })
    const page: string = sent.json().data.requestPath
    const [lead] = await db()
      .select({ id: leads.id })
      .from(leads)
      .where(eq(leads.submissionId, submissionId))
    const leadId = lead?.id ?? 0
    const contractor = await site.addContractor({ companyName: 'Lakeside Air & Heat' })
    const { data } = await site.offer(leadId, contractor.id)
    const offerId = data.offers[0]?.id ?? 0
    return { page, leadId, offerId, contractor, link: await site.linkTo({ id: offerId }, leadId) }
  }

  test('what the visitor adds of town and time stands in the offer, the rest only after the yes', async () => {
    const { page, link } = await asked()
    expect((await open(link)).body).toContain('Central Florida')
    await open(page, { add: 'place', town: 'Sanford', zip: '', address: '77 Hidden Lane' })
    await open(page, { add: 'call-time', callTime: 'weekdays after 5 PM' })
    await open(page, { add: 'word', word: 'The hums come at night.' })
    const before = (await open(link)).body
    expect(before).toContain('Sanford')
    expect(before).toContain('weekdays after 5 PM')
    expectNoSecrets(before)
    await open(`${link}/accept`, { callAt: inAnHour() })
    const after = (await open(link)).body
    expect(after).toContain('77 Hidden Lane, Sanford')
    expect(after).toContain('The hums come at night.')
  })

  test('a time of day or a date stands in the offer, and of a ZIP code what names no street', async () => {
    const { page, link } = await asked()
    await open(page, { add: 'place', town: '', zip: '32771-1234', address: '' })
    await open(page, { add: 'call-time', callTime: '11/24/2026, 9:00–11:30' })
    const { body } = await open(link)
    expect(body).toContain('32771')
    expect(body).not.toContain('1234')
    expect(body).toContain('11/24/2026, 9:00–11:30')
  })

  test('of an address that names its town only that stands in the offer', async () => {
    const { page, leadId, offerId } = await asked()
    await open(page, { add: 'place', town: '', zip: '', address: '77 Hidden Lane, Sanford, FL' })
    expect(await site.mails('offer', { id: offerId }, leadId)).toMatchObject({
      wanted: { work: { where: 'Sanford' } },
    })
  })

  test('photographs stand in the offer, and in no other page of it', async () => {
    const { leadId, link, offerId } = await asked()
    const image = Buffer.from('large')
    const thumbnail = Buffer.from('small')
    await addPhoto(db(), leadId, { image, thumbnail, width: 8, height: 6 }, async () => {})
    const [, photo = ''] =
      /src="([^"]+)"/.exec((await open(link)).body.split('<main')[1] ?? '') ?? []
    expect(photo).toMatch(`${link}/photos/`)
    expect((await open(photo)).body).toBe('small')
    expect((await open(photo.split('?')[0] ?? '')).body).toBe('large')
    expect((await open(`${link}/photos/999999`)).statusCode).toBe(404)
    expect(await site.mails('offer', { id: offerId }, leadId)).toMatchObject({
      wanted: { work: { photos: [{ width: 8, height: 6 }] } },
    })
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect((await open(link)).body).toContain(photo)
    await site.withdraw(offerId)
    expect((await open(photo)).statusCode).toBe(404)
  })

  test('photographs of what is needed no longer can be removed, and there can be no more', async () => {
    const { leadId, page } = await asked()
    const image = Buffer.from('large')
    await addPhoto(db(), leadId, { image, thumbnail: image, width: 8, height: 6 }, async () => {})
    expect((await open(page)).body).toContain('type="file"')
    await open(page, { add: 'withdrawn' })
    const { body } = await open(page)
    expect(body).not.toContain('type="file"')
    const [, removal = ''] = /action="([^"]+\/removal)"/.exec(body) ?? []
    expect((await open(removal, {})).statusCode).toBe(303)
    expect((await open(page)).body).not.toContain('/removal"')
  })

  test.each([
    ['a phone number', 'call 386-555-0199 at noon'],
    ['a phone number with slashes', 'call 386/555/0199 at noon'],
    ['a phone number with long hyphens', 'call 386–555–0199 at noon'],
    ['a phone number with dots in the middle', 'noon: 386 · 555 · 0199'],
    ['an email', 'noon, or greta@example.com'],
    ['their name', 'Greta is there at noon'],
  ])('a time with %s in it is not shown before the yes', async (_name, callTime) => {
    const { page, link } = await asked()
    await open(page, { add: 'call-time', callTime })
    const { body } = await open(link)
    expect(body).toContain(offerPage.facts.anyTime)
    expect(body).not.toContain('noon')
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect((await open(link)).body).toContain('noon')
  })

  test('the visitor reads who has it and when they call, until it is withdrawn from them', async () => {
    const { page, link, offerId, contractor } = await asked()
    expect((await open(page)).body).not.toContain('Lakeside')
    await open(`${link}/accept`, { callAt: inAnHour() })
    const { body } = await open(page)
    expect(body).toContain('Lakeside Air &amp; Heat has your request, and calls you on')
    expect(body).toContain(contractor.licenseNumber)
    expect(body).toContain(`href="${requestPage.matched.register.href}"`)
    expect(body).toContain('(386) 555-0177')
    expect(body).not.toContain(contractor.email)
    await open(`${link}/outcome`, { outcome: 'done' })
    expect((await open(page)).body).toContain(requestPage.matched.doneHeading)
    await site.withdraw(offerId)
    expect((await open(page)).body).not.toContain('Lakeside')
  })

  test('an offer ends when the visitor needs it no longer, and nobody can accept it', async () => {
    const { page, link, leadId } = await asked()
    await open(page, { add: 'withdrawn' })
    expect(await referral(leadId)).toMatchObject({
      ...{ outcome: 'lost', lostReason: 'no-longer-needed' },
      offers: [{ state: 'withdrawn' }],
    })
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect((await open(link)).body).toContain(offerPage.ended.withdrawn.heading)
    await open(page, { add: 'wanted-again' })
    expect(await referral(leadId)).toMatchObject({ outcome: 'open', lostReason: null })
  })

  test('who has it already is told by mail that it is needed no longer', async () => {
    const { page, link, leadId, offerId } = await asked()
    await open(`${link}/accept`, { callAt: inAnHour() })
    await open(page, { add: 'withdrawn' })
    expect((await open(link)).body).toContain('There is no need to call any more')
    expect(await site.mails('recall', { id: offerId }, leadId)).toMatchObject({
      wanted: { kind: 'recall' },
    })
    await open(page, { add: 'wanted-again' })
    expect((await referral(leadId)).outcome).toBe('matched')
  })

  test.each([
    ['needed no longer', ({ page }: { page: string }) => open(page, { add: 'withdrawn' })],
    [
      'closed as lost',
      ({ leadId }: { leadId: number }) => site.setOutcome(leadId, 'lost', 'duplicate'),
    ],
    [
      'put into quarantine',
      ({ leadId }: { leadId: number }) =>
        site.ask('POST', leadPath(apiPaths.leadQuarantine, leadId)),
    ],
  ])(
    'a mail with the details that has not left yet stays when the request is %s',
    async (_, end) => {
      const lead = await asked()
      const match = () => site.mails('match', { id: lead.offerId }, lead.leadId)
      await open(`${lead.link}/accept`, { callAt: inAnHour() })
      expect(await match()).toHaveProperty('wanted')
      await end(lead)
      expect(await match()).toHaveProperty('cancelled')
    },
  )

  test('who was told that it is needed no longer is told when it is needed after all, each time', async () => {
    const { page, link, leadId, offerId } = await asked()
    const states = async () =>
      Object.fromEntries(
        await Promise.all(
          (['match', 'recall'] as const).map(async (channel) => {
            const isIt = and(eq(deliveries.offerId, offerId), eq(deliveries.channel, channel))
            const rows = await db().select({ state: deliveries.state }).from(deliveries).where(isIt)
            const mail = await site.mails(channel, { id: offerId }, leadId)
            return [channel, [...rows.map(({ state }) => state), ...Object.keys(mail)].join(' ')]
          }),
        ),
      )
    const leave = () => db().update(deliveries).set({ state: 'sent' })
    await open(`${link}/accept`, { callAt: inAnHour() })
    await leave()
    for (const _time of [1, 2]) {
      await open(page, { add: 'withdrawn' })
      expect(await states()).toEqual({ match: 'sent cancelled', recall: 'pending wanted' })
      await leave()
      await open(page, { add: 'wanted-again' })
      expect(await states()).toMatchObject({
        match: expect.stringMatching(/^pending wanted/),
        recall: 'sent cancelled',
      })
      await leave()
    }
    await site.withdraw(offerId)
    expect(await states()).toEqual({ match: 'sent cancelled', recall: 'pending wanted' })
  })

  test('a mail that it is needed no longer does not leave once it is needed after all', async () => {
    const { page, link, leadId, offerId } = await asked()
    await open(`${link}/accept`, { callAt: inAnHour() })
    await open(page, { add: 'withdrawn' })
    await open(page, { add: 'wanted-again' })
    expect(await site.mails('recall', { id: offerId }, leadId)).toHaveProperty('cancelled')
  })
})
