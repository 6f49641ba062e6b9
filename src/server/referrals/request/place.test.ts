import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { additionErrors, requestPage } from '#/content/request-page.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { formPost } from '#tests/support/api/form-post.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { anotherPerson, contactBody } from '#tests/support/factories.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'

describeOnDatabase('where the work of a request is, and whether it can wait', (database) => {
  const { app, db, site, open, read, send, go, stands, offersOf, news, matched, addContractor } =
    requestSite(database)

  const placeOf = async (id: number) => {
    const [lead] = await db().select().from(leads).where(eq(leads.id, id))
    return { town: lead?.town, isOutside: lead?.isOutside }
  }
  const asks = (body: string) => body.includes(requestPage.askPlace.heading)

  test.each([
    ['12 Lakeshore Drive, Deltona', { town: 'Deltona', isOutside: false }],
    ['32771', { town: 'Sanford', isOutside: false }],
    ['1 Ocean Dr, Miami, FL 33139', { town: null, isOutside: true }],
    ['12 Oak Street', { town: null, isOutside: false }],
    [undefined, { town: null, isOutside: false }],
  ])('is read from the address %j', async (address, place) => {
    const { leadId: id, page: path } = await send({ address })
    expect(await placeOf(id)).toEqual(place)
    const body = await read(path)
    expect(asks(body)).toBe(place.town === null && !place.isOutside)
    expect(body.includes(requestPage.outside.heading)).toBe(place.isOutside)
    // Nobody is promised anything where nobody works.
    expect(body.includes(requestPage.next.heading)).toBe(!place.isOutside)
  })

  test('is asked for in the answer to a form without scripts, and only while it is not known', async () => {
    const sendPlainly = async (address: string) => {
      const form = { ...contactBody(anotherPerson()), address, message: crypto.randomUUID() }
      const { statusCode, body } = await app().inject(formPost(api.contact.path, form))
      expect(statusCode).toBe(201)
      return body
    }
    const asked = await sendPlainly('Not required')
    const path = /action="(\/request\/[\w-]+)"/.exec(asked)?.[1] ?? ''
    expect(asked).toContain('value="Osteen" name="town"')
    await open(path, { add: 'place', town: 'Osteen' })
    expect(asks(await read(path))).toBe(false)
    for (const known of ['1 Oak St, Deltona', '1 Ocean Dr, Miami, FL 33139']) {
      expect(await sendPlainly(known)).not.toContain('name="town"')
    }
  })

  test.each([
    [{ zip: '32738' }, { town: 'Deltona', isOutside: false }],
    [{ zip: '10001' }, { town: null, isOutside: true }],
    [{ town: 'elsewhere' }, { town: null, isOutside: true }],
    [{ address: '9 Pine St, Osteen' }, { town: 'Osteen', isOutside: false }],
    [{ address: '9 Pine St' }, { town: 'Sanford', isOutside: false }],
  ])('is what the visitor said last: %j', async (said, place) => {
    const { leadId: id, page: path } = await send({ address: '12 Oak St, Sanford' })
    await open(path, { add: 'place', ...said })
    expect(await placeOf(id)).toEqual(place)
    await open(path, { add: 'place', town: 'Longwood' })
    expect(await placeOf(id)).toEqual({ town: 'Longwood', isOutside: false })
  })

  test('is asked for, kindly, where the address is a P.O. box, which stays as it was typed', async () => {
    const { leadId, page } = await send({ address: 'P.O. Box 12, Deltona, FL 32728' })
    expect(await placeOf(leadId)).toEqual({ town: null, isOutside: false })
    const body = await read(page)
    expect(body).toContain(requestPage.askPlace.postBox)
    expect(body).toContain('P.O. Box 12, Deltona, FL 32728')
    await open(page, { add: 'place', town: 'Deltona' })
    expect(await placeOf(leadId)).toEqual({ town: 'Deltona', isOutside: false })
    expect(await read(page)).not.toContain(requestPage.askPlace.postBox)
    await open(page, { add: 'place', address: 'PO Box 7' })
    expect(await read(`${page}?added=place`)).toContain(requestPage.added['post-box'])
  })

  test('that becomes known has a request offered that was the owner’s; one outside is theirs, and told once', async () => {
    await addContractor({ companyName: 'A', towns: ['DeLand'] })
    const unknown = await send({ address: '' })
    // The confirmation asks for it, so no other mail does.
    expect((await go()).filter((mail) => !mail.startsWith('mail'))).toEqual(['confirmation'])
    expect(await stands(unknown.leadId)).toBe('new visitor')
    expect(await go(1)).toEqual([
      'update (No longer needed: things changed, or the person already knew.)',
    ])
    expect(await stands(unknown.leadId)).toBe('ours us unknown-place')
    await open(unknown.page, { add: 'place', town: 'DeLand' })
    expect(await offersOf(unknown.leadId)).toEqual(['A open'])

    const outside = await send({ address: '' })
    await go()
    for (const _ of ['once', 'twice']) await open(outside.page, { add: 'place', zip: '33101' })
    expect(await stands(outside.leadId)).toBe('ours us outside')
    expect((await go()).filter((mail) => mail === 'update outside')).toHaveLength(1)
    await site.offer(outside.leadId, (await addContractor()).id)
    expect(await read(outside.page)).not.toContain('no contractor has been asked')
  })

  test('that changes takes the offer from who does not work there, and asks who does', async () => {
    await addContractor({ companyName: 'Far', towns: ['Deltona'] })
    await addContractor({ companyName: 'Both', towns: ['DeLand', 'Deltona'] })
    const { leadId, page } = await send({ address: 'Deltona' })
    await go()
    expect(await offersOf(leadId)).toEqual(['Far open'])
    await open(page, { add: 'place', town: 'DeLand' })
    expect(await offersOf(leadId)).toEqual(['Far withdrawn', 'Both open'])
    await open(page, { add: 'place', town: 'Deltona' })
    expect(await offersOf(leadId)).toEqual(['Far withdrawn', 'Both open'])
  })

  test('whoever has a request hears once that it cannot wait, and what else changed with it', async () => {
    const { page } = await matched()
    expect(await read(page)).toContain(requestPage.cannotWait.button)
    for (const add of ['cannot-wait', 'cannot-wait']) await open(page, { add })
    await open(page, { add: 'word', word: 'It drips now.' })
    expect([await go(), await go(0.1), await go(1)]).toEqual([[], ['job changed'], []])
    const body = await read(page)
    expect(body).toContain(requestPage.cannotWait.takeBack)
    expect(body).not.toContain(requestPage.cannotWait.button)
    expect((await open(page, { add: 'can-wait' })).headers.location).toBe(`${page}?added=can-wait`)
    expect([await go(0.1), (await read(page)).includes(requestPage.cannotWait.button)]).toEqual([
      ['job changed'],
      true,
    ])
  })

  test('what cannot wait is to be answered within half an hour, also by who was asked before', async () => {
    for (const companyName of ['A', 'B', 'C', 'D'])
      await addContractor({ companyName, answersEmergencies: true })
    const { leadId, page } = await send()
    await go()
    await open(page, { add: 'cannot-wait' })
    expect(await offersOf(leadId)).toEqual(['A open', 'B open', 'C open'])
    expect((await go()).filter((mail) => mail === 'offer')).toHaveLength(3)
    const ends = (await site.referral(leadId)).offers.map(
      ({ expiresAt }) => (expiresAt - Date.now()) / 60_000,
    )
    for (const minutes of ends) expect(minutes).toBeLessThan(31)
    expect(await news()).toEqual(['The customer says it’s an emergency'])
  })

  test('what the office says cannot wait is no word of the visitor, and not theirs to take back', async () => {
    const { leadId, page } = await send()
    const say = (cannotWait: boolean) =>
      site.ask('PUT', pathTo(api.leadUrgency, { leadId }), { cannotWait })
    await say(true)
    const body = await read(page)
    expect(body).toContain('Your request is marked as an emergency.')
    expect(body).not.toContain(requestPage.cannotWait.takeBack)
    const refused = await open(page, { add: 'can-wait' })
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain(additionErrors['not-theirs'])
    // What the visitor says after it is theirs again.
    await say(false)
    await open(page, { add: 'cannot-wait' })
    expect(await read(page)).toContain(requestPage.cannotWait.takeBack)
  })

  test('a request that sounds like gas or smoke says first whom to call', async () => {
    const says = async (message: string) =>
      (await read((await send({ message })).page)).includes('call 911 from outside')
    expect([await says('I smell gas'), await says('It hums')]).toEqual([true, false])
  })

  test('words that sound urgent are a question to the owner, who answers it once', async () => {
    const { leadId, page } = await send()
    const isAsked = async () => (await site.referral(leadId)).soundsUrgent
    expect(await isAsked()).toBe(false)
    await open(page, { add: 'word', word: 'We have a newborn here.' })
    expect(await isAsked()).toBe(true)
    const no = await site.ask('PUT', pathTo(api.leadUrgency, { leadId }), { cannotWait: false })
    expect([no.status, await isAsked()]).toEqual([204, false])
  })
})
