import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offerPage } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import { heldChannels } from '#/contracts/notifications/deliveries.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { deliveries, leads } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { anotherPerson, contactBody } from '#tests/support/factories.ts'
import { expectNoSecrets, inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { addPhoto } from '../request-page/additions.ts'

describeOnDatabase('the visitor’s page and offers', (database) => {
  const { app, db, site } = referralSite(database)

  const { open, referral } = site

  /** A lead that was offered to somebody, with the pages of both. */
  async function asked() {
    const submissionId = crypto.randomUUID()
    const payload = contactBody({
      submissionId,
      name: 'Greta Secret',
      ...anotherPerson(),
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

  test('a time of day or a date stands in the offer, and of a ZIP code its town', async () => {
    const { page, link } = await asked()
    await open(page, { add: 'place', town: '', zip: '32771-1234', address: '' })
    await open(page, { add: 'call-time', callTime: '11/24/2026, 9:00–11:30' })
    const { body } = await open(link)
    expect(body).toContain('Sanford')
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
    await addPhoto(db(), leadId, { image, thumbnail, width: 8, height: 6 })
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
    await addPhoto(db(), leadId, { image, thumbnail: image, width: 8, height: 6 })
    expect((await open(page)).body).toContain('type="file"')
    await open(page, { add: 'withdrawn' })
    const { body } = await open(page)
    expect(body).not.toContain('type="file"')
    const [, removal = ''] = /action="([^"]+\/removal)"/.exec(body) ?? []
    expect((await open(removal, {})).statusCode).toBe(303)
    expect((await open(page)).body).not.toContain('/removal"')
  })

  test('a time with a way to reach them in it is not shown before the yes', async () => {
    const callTime = 'call 386 · 555 · 0199 at noon'
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
    const headOf = (html: string) =>
      /<h1>(.*?)<\/h1><p class="lead">(.*?)<\/p>/.exec(html)?.slice(1)
    const before = (await open(page)).body
    expect(before).not.toContain('Lakeside')
    expect(headOf(before)?.[0]).toBe(requestPage.heading)
    await open(`${link}/accept`, { callAt: inAnHour() })
    const { body } = await open(page)
    expect(headOf(body)).toEqual([
      requestPage.matched.saidYes,
      expect.stringMatching(
        /^Lakeside Air &amp; Heat has your request and will call you .*\d:\d\d/,
      ),
    ])
    expect(body).not.toContain(requestPage.heading)
    expect(body).toContain(requestPage.add.withdrawn.textMatched)
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
      ...{ outcome: 'lost', lostReason: 'cancelled' },
      offers: [{ state: 'withdrawn' }],
    })
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect((await open(link)).body).toContain(offerPage.ended.withdrawn.heading)
    await open(page, { add: 'wanted-again' })
    expect(await referral(leadId)).toMatchObject({ outcome: 'open', lostReason: null })
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

  /** The mails to the contractor of an offer: whether they are due now, and whether they leave then. */
  async function mailsOf({ offerId, leadId }: { offerId: number; leadId: number }) {
    const rows = await db()
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.offerId, offerId), inArray(deliveries.channel, heldChannels)))
    const told = rows.map(async ({ channel, state, dueAt }) => {
      const mail = await site.mails(channel, { id: offerId }, leadId)
      const minutes = Math.round(Math.max(0, dueAt.getTime() - Date.now()) / 60_000)
      const [written] = Object.keys(mail)
      return [channel, state === 'pending' ? `in ${minutes}: ${written}` : state] as const
    })
    return Object.fromEntries(await Promise.all(told))
  }

  /** Does what the worker does with what is due. */
  async function sendDue(lead: { offerId: number; leadId: number }) {
    const told = Object.entries(await mailsOf(lead)).filter(([, state]) => /^in 0/.test(state))
    for (const [channel, state] of told) {
      await db()
        .update(deliveries)
        .set({ state: state === 'in 0: wanted' ? 'sent' : 'cancelled', sentAt: sql`now()` })
        .where(
          and(eq(deliveries.offerId, lead.offerId), eq(deliveries.channel, channel as 'match')),
        )
    }
    return told.filter(([, state]) => state === 'in 0: wanted').map(([channel]) => channel)
  }

  const hourPasses = () =>
    db().update(deliveries).set({
      dueAt: sql`due_at - interval '1 hour'`,
      queuedAt: sql`queued_at - interval '1 hour'`,
      sentAt: sql`sent_at - interval '1 hour'`,
    })

  test('who was told that it is needed no longer is told when it is needed after all, and once an hour how things stand', async () => {
    const lead = await asked()
    const { page, link, offerId } = lead
    const withdraw = () => open(page, { add: 'withdrawn' })
    const wantAgain = () => open(page, { add: 'wanted-again' })
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect(await sendDue(lead)).toEqual(['match'])
    await withdraw()
    expect((await open(link)).body).toContain('You do not need to call')
    expect(await sendDue(lead)).toEqual(['recall'])
    await wantAgain()
    expect((await referral(lead.leadId)).outcome).toBe('matched')
    expect(await sendDue(lead)).toEqual(['match'])

    await withdraw()
    expect(await mailsOf(lead)).toEqual({ match: 'sent', recall: 'in 60: wanted' })
    await wantAgain()
    expect(await mailsOf(lead)).toEqual({ match: 'sent', recall: 'in 60: cancelled' })
    await withdraw()
    expect(await mailsOf(lead)).toEqual({ match: 'sent', recall: 'in 60: wanted' })
    await hourPasses()
    expect(await sendDue(lead)).toEqual(['recall'])
    await wantAgain()
    expect(await sendDue(lead)).toEqual(['match'])

    // What the owner does is told at once.
    await site.withdraw(offerId)
    expect(await mailsOf(lead)).toEqual({ match: 'sent', recall: 'in 0: wanted' })
  })

  test('who was told nothing of it is told nothing of its end', async () => {
    const lead = await asked()
    await open(`${lead.link}/accept`, { callAt: inAnHour() })
    expect(await sendDue(lead)).toEqual(['match'])
    await open(lead.page, { add: 'withdrawn' })
    await open(lead.page, { add: 'wanted-again' })
    expect(await sendDue(lead)).toEqual([])
    expect(await mailsOf(lead)).toEqual({ match: 'sent', recall: 'cancelled' })
  })
})
