import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { saveSetting } from '#/server/db/settings.ts'
import { deliveries, leads, notificationRecipients, referrals } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'

describeOnDatabase('a request by phone', (database) => {
  const { db, ask, site } = referralSite(database, { isEmptied: true })
  beforeAll(async () => {
    const { db: own } = database.handle()
    await own.insert(notificationRecipients).values({ email: 'owner@example.com' })
    await saveSetting(own, 'visitorMails', { sendsMails: true })
  })

  const enter = (fields: object) =>
    ask('POST', api.enterLead.path, { submissionId: crypto.randomUUID(), ...fields })
  const channelsOf = async (leadId: number) =>
    (await db().select().from(deliveries).where(eq(deliveries.leadId, leadId)))
      .map(({ channel }) => channel)
      .sort()
  const details = async (id: number) => (await ask('GET', pathTo(api.lead, { leadId: id }))).data

  test('needs a name and a number, and goes the same way as any other', async () => {
    await site.setAutomatic(true)
    const contractor = await site.addContractor({ towns: ['Oviedo'] })
    const answer = await enter({ name: 'Cal Ler', phone: '386 555 0155', town: 'Oviedo' })
    expect(answer.status).toBe(201)
    const { id } = answer.data
    expect(await details(id)).toMatchObject({
      name: 'Cal Ler',
      phone: '3865550155',
      email: '',
      address: null,
      message: null,
      service: 'not-sure',
      source: 'phone',
      town: 'Oviedo',
      isContacted: false,
      enteredBy: expect.stringContaining('admin-'),
      history: [
        { text: 'Entered by phone', by: expect.stringContaining('admin-') },
        { kind: 'offered' },
      ],
      related: [],
    })
    // The owner is told, and the caller has no address.
    expect(await channelsOf(id)).toEqual(['mail', 'offer'])
    await site.advance()
    const [offer] = (await site.referral(id)).offers
    expect(offer).toMatchObject({ contractor: { id: contractor.id }, state: 'open' })
    const link = await site.linkTo({ id: offer?.id ?? 0 }, id)
    await site.open(`${link}/accept`, { callAt: inAnHour() })
    expect(await channelsOf(id)).toEqual(['job', 'mail', 'offer'])
    const mail = await site.mails('job', id, offer?.id ?? 0)
    expect(mail).not.toHaveProperty('replyTo')
    expect((await site.open(link)).body).toContain('(386) 555-0155')
    await site.setAutomatic(false)
  })

  test('is confirmed to the caller where there is an address, whoever else was', async () => {
    for (const nth of [1, 2, 3, 4, 5]) {
      const caller = { name: `Caller ${nth}`, phone: `386 555 016${nth}` }
      const { data } = await enter({ ...caller, email: `caller-${nth}@example.com` })
      expect(await channelsOf(data.id)).toContain('confirmation')
    }
  })

  test('is stored once, however often its form is sent, and the same caller may call again', async () => {
    const submissionId = crypto.randomUUID()
    const caller = { name: 'Dan', phone: '386 555 0166', message: 'It drips' }
    const all = await Promise.all(
      ['a', 'b', 'c'].map((extra) => enter({ ...caller, submissionId, address: extra })),
    )
    const ids = all.map(({ data }) => data.id)
    expect(new Set(ids).size).toBe(1)
    const again = await enter(caller)
    expect(again.data.id).not.toBe(ids[0])
    expect(await db().$count(leads, eq(leads.name, 'Dan'))).toBe(2)
    // Of those without an address only the number shows that they are of one person.
    await enter({ name: 'Another', phone: '386 555 0177' })
    const { related } = await details(again.data.id)
    expect(related).toMatchObject([{ id: ids[0], shares: ['phone'] }])
  })

  test('without an address is not erased with others that have none', async () => {
    const one = (await enter({ name: 'Eva', phone: '386 555 0181' })).data.id
    const other = (await enter({ name: 'Fay', phone: '386 555 0182' })).data.id
    const preview = await ask('POST', api.erasurePreview.path, { leadId: one })
    expect(preview.data.leads).toBe(1)
    const erased = await ask('POST', api.erase.path, { leadId: one, expectedLeads: 1 })
    expect(erased.status).toBe(200)
    expect(await db().$count(referrals, eq(referrals.leadId, other))).toBe(1)
  })

  test('is refused with the reason at each field', async () => {
    const refused = await enter({ name: '', phone: 'soon', email: 'nobody' })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields).sort()).toEqual(['email', 'name', 'phone'])
    expect(
      (await ask('POST', api.enterLead.path, { name: 'A', phone: '386 555 0199' })).status,
    ).toBe(400)
  })
})
