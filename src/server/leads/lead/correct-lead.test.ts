import { and, eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { builtInArea } from '#/content/area.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { auditEntries, deliveries, leads } from '#/server/db/tables/schema.ts'
import { setArea } from '#/server/texts/places.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'

describeOnDatabase('the correction of a lead', (database) => {
  const { db, ask, site } = referralSite(database, { isEmptied: true })

  const pathOf = (id: number) => pathTo(api.lead, { leadId: id })
  const rowOf = async (id: number) => {
    const [row] = await db().select().from(leads).where(eq(leads.id, id))
    if (!row) throw new Error('no lead')
    return row
  }
  /** The fields of the form, as a user sees them who opens it now. */
  async function shown(id: number) {
    const { name, phoneAsTyped: phone, email, address, service, ...rest } = await rowOf(id)
    const town = rest.isOutside ? 'outside' : (rest.town ?? '')
    return {
      name,
      phone,
      email,
      address: address ?? '',
      town,
      service,
      cannotWait: rest.cannotWait,
    }
  }
  type Fields = Awaited<ReturnType<typeof shown>>
  const send = (id: number, was: Fields, changes: Partial<Fields>) =>
    ask('PATCH', pathOf(id), { ...was, ...changes, was })
  const correct = async (id: number, changes: Partial<Fields>) => send(id, await shown(id), changes)
  const corrections = async (id: number) =>
    (await ask('GET', pathOf(id))).data.history
      .filter(({ kind }: { kind: string }) => kind === 'corrected')
      .map(({ detail, by }: { detail: string; by: string }) => [detail, by.includes('admin-')])

  test('changes what was typed otherwise, says so in the history, and is found by the search', async () => {
    const id = await site.sendLead({ name: 'Ana Tpyo', phone: '(386) 555-0123' })
    const answer = await correct(id, {
      name: ' Ana Typo ',
      phone: '+1 407 555 0188 ext 4',
      email: 'ANA@bücher.example',
      address: '1 Elm St, Sanford, FL',
      service: 'heating-systems',
    })
    expect(answer).toMatchObject({
      status: 200,
      data: { corrected: ['name', 'phone', 'email', 'address', 'service'] },
    })
    expect(await rowOf(id)).toMatchObject({
      name: 'Ana Typo',
      phone: '4075550188',
      phoneAsTyped: '+1 407 555 0188 ext 4',
      email: 'ANA@xn--bcher-kva.example',
      address: '1 Elm St, Sanford, FL',
      // A new address says where it is, unless the user has chosen the town.
      service: 'heating-systems',
      town: 'Sanford',
      isOutside: false,
    })
    expect(await corrections(id)).toEqual(
      ['name', 'phone', 'email', 'address', 'service'].map((field) => [field, true]),
    )
    const found = async (q: string) =>
      (await ask('GET', `${api.leads.path}?q=${encodeURIComponent(q)}`)).data.length
    expect([await found('407-555-0188'), await found('386-555-0123')]).toEqual([1, 0])

    // Nothing has changed: nothing is recorded.
    expect((await correct(id, {})).data).toEqual({ corrected: [] })
    expect((await correct(id, { town: 'outside', address: '9 Oak St, DeLand' })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ town: null, isOutside: true })
    expect(await corrections(id)).toHaveLength(6)
    const { history } = (await ask('GET', pathOf(id))).data
    expect(history.at(-1)).toMatchObject({ text: 'Town: outside our area' })
    // The audit log names the fields, and nothing of the person.
    const [entry] = await db()
      .select({ subject: auditEntries.subject })
      .from(auditEntries)
      .where(eq(auditEntries.action, 'lead.correct'))
    expect(entry?.subject).toBe(`request ${id}: name, phone, email, address, service`)
  })

  test('is refused as in the form, each problem at its field', async () => {
    const id = await site.sendLead()
    const before = await rowOf(id)
    const refused = await correct(id, { name: ' ', phone: '12', email: 'a@b', service: 'plumbing' })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields).sort()).toEqual(['email', 'name', 'phone', 'service'])
    expect((await correct(id, { town: 'Miami' })).status).toBe(400)
    // Only a caller's request can do without.
    expect(await correct(id, { email: '' })).toMatchObject({
      status: 400,
      fields: { email: expect.stringContaining('enter an email address') },
    })
    expect(await rowOf(id)).toEqual(before)
    expect((await send(9_999_999, await shown(id), { name: 'X' })).status).toBe(404)
  })

  test('loses nothing of two users: what both have changed is said, and all else is kept', async () => {
    const id = await site.sendLead({ name: 'Bea', phone: '(386) 555-0123' })
    const opened = await shown(id)
    expect((await send(id, opened, { phone: '386-555-0177' })).status).toBe(200)
    // The other saw the old number. Another field is theirs to change.
    expect((await send(id, opened, { name: 'Beatrix' })).data).toEqual({ corrected: ['name'] })
    expect(await rowOf(id)).toMatchObject({ name: 'Beatrix', phone: '3865550177' })
    const conflict = await send(id, opened, { phone: '386-555-0199', address: 'Elm' })
    expect(conflict).toMatchObject({
      status: 409,
      fields: { phone: expect.stringContaining('386-555-0177') },
    })
    expect(await rowOf(id)).toMatchObject({ phone: '3865550177', address: opened.address })
    // The same change twice is no conflict.
    expect((await send(id, opened, { phone: '386-555-0177' })).status).toBe(200)
    const reopened = await shown(id)
    expect((await send(id, reopened, { phone: '386-555-0199' })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ phone: '3865550199' })
  })

  test('is followed by an open offer, and mailed to the contractor who has the lead', async () => {
    const { leadId, link, offerId } = await site.offered()
    await correct(leadId, { service: 'heating-systems', name: 'Greta Secret-Two' })
    const page = (await site.open(link)).body
    expect(page).toContain('Heating System Installation')
    expectNoSecrets(/<main.*<\/main>/s.exec(page)?.[0] ?? page)
    const sent = async () => (await site.queued(offerId)).map(({ channel }) => channel)
    expect(await sent()).toEqual(['offer'])
    await site.open(`${link}/accept`, { callAt: inAnHour() })
    await db().update(deliveries).set({ state: 'sent' }).where(eq(deliveries.offerId, offerId))
    const matches = () =>
      db().$count(
        deliveries,
        and(
          eq(deliveries.offerId, offerId),
          eq(deliveries.channel, 'job'),
          eq(deliveries.state, 'pending'),
        ),
      )
    expect(await matches()).toBe(0)
    await correct(leadId, { cannotWait: true })
    expect(await matches()).toBe(1)
    await db().update(deliveries).set({ state: 'sent' }).where(eq(deliveries.offerId, offerId))
    await correct(leadId, { service: 'duct-cleaning' })
    expect(await matches()).toBe(1)
    await db().update(deliveries).set({ state: 'sent' }).where(eq(deliveries.offerId, offerId))
    await correct(leadId, { phone: '407 555 0111' })
    expect(await matches()).toBe(1)
    expect((await site.open(link)).body).toContain('(407) 555-0111')
  })

  test('of the service goes on with the contractors who do it: others lose their offer', async () => {
    await site.setAutomatic(true)
    const cooling = await site.addContractor({ towns: ['Sanford'], services: ['ac-repair'] })
    const heating = await site.addContractor({ towns: ['Sanford'], services: ['heating-systems'] })
    const id = await site.sendLead({ service: 'ac-repair', address: '1 Elm St, Sanford' })
    await correct(id, { service: 'heating-systems' })
    expect((await site.referral(id)).offers).toMatchObject([
      { contractor: { id: cooling.id }, state: 'withdrawn' },
      { contractor: { id: heating.id }, state: 'open' },
    ])
    await site.setAutomatic(false)
  })

  test('sends mails to the visitor that have not left to the new address', async () => {
    const id = await site.sendLead()
    const mail = { leadId: id, channel: 'update', target: 'typo@example.con' } as const
    const kept = { ...mail, channel: 'follow-up', state: 'kept' } as const
    await db().insert(deliveries).values([mail, kept])
    await correct(id, { email: 'right@example.com' })
    const all = await db().select().from(deliveries).where(eq(deliveries.leadId, id))
    const isTo = (target: string) => all.filter((each) => each.target === target).length
    expect([isTo('typo@example.con'), isTo('right@example.com')]).toEqual([0, 2])
  })

  test('leaves a town as it is that is served no longer, and takes none of these', async () => {
    onTestFinished(() => setArea(builtInArea))
    const id = await site.sendLead({ address: '12 Oak St, Deltona' })
    const tampa = { name: 'Tampa', zips: ['33602'] }
    setArea({ ...builtInArea, towns: [tampa] })
    expect((await correct(id, { name: 'Ana Typo' })).data).toEqual({ corrected: ['name'] })
    expect(await rowOf(id)).toMatchObject({ name: 'Ana Typo', town: 'Deltona' })
    const refused = await correct(id, { town: 'DeBary' })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['town']])
    expect((await correct(id, { town: 'Tampa' })).status).toBe(200)
    expect((await rowOf(id)).town).toBe('Tampa')
  })
})
