import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { additionErrors, requestPage } from '#/content/request-page.ts'
import type { OwnerReason } from '#/contracts/referrals/offer-states.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import {
  deliveries,
  leadHistory,
  leads,
  offers,
  ownerNews,
  referrals,
} from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { anotherPerson, contactBody } from '#tests/support/factories.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { handToOwner, holdLead } from '../lead/held-lead.ts'
import { addToRequest } from './additions.ts'

describeOnDatabase('where the work of a request is', (database) => {
  const { app, db, site } = referralSite(database, { isEmptied: true })
  beforeEach(async () => {
    await site.setAutomatic(true)
  })

  /** Sends the form, and returns the page's path, and the number of the lead. */
  async function send(fields: Record<string, unknown>) {
    const message = String(fields.message ?? crypto.randomUUID())
    const payload = contactBody({ ...anotherPerson(), ...fields, message })
    const sent = await app().inject({ method: 'POST', url: apiPaths.contact, payload })
    const [lead] = await db().select().from(leads).where(eq(leads.message, message))
    return { path: String(sent.json().data.requestPath), id: lead?.id ?? 0 }
  }

  /** Sends the form as a browser without scripts does, and returns the page after it. */
  async function plainly(fields: Record<string, string>) {
    const { statusCode: status, body } = await app().inject({
      method: 'POST',
      url: apiPaths.contact,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...fields, message: crypto.randomUUID() }).toString(),
    })
    return { status, body }
  }

  const placeOf = async (id: number) => {
    const [lead] = await db().select().from(leads).where(eq(leads.id, id))
    return { town: lead?.town, isOutside: lead?.isOutside }
  }
  const historyOf = async (id: number) => {
    const rows = await db().select().from(leadHistory).where(eq(leadHistory.leadId, id))
    return rows.map(({ kind }) => kind)
  }
  const pageOf = async (path: string) => (await site.open(path)).body
  const asks = (body: string) => body.includes(requestPage.askPlace.heading)

  const hand = (id: number, reason: OwnerReason) =>
    db().transaction(async (tx) => {
      const lead = await holdLead(tx, id)
      if (lead) await handToOwner(tx, lead, reason)
    })

  test.each([
    ['12 Lakeshore Drive, Deltona', { town: 'Deltona', isOutside: false }],
    ['32771', { town: 'Sanford', isOutside: false }],
    ['1 Ocean Dr, Miami, FL 33139', { town: null, isOutside: true }],
    ['12 Oak Street', { town: null, isOutside: false }],
    [undefined, { town: null, isOutside: false }],
  ])('is read from the address %j', async (address, place) => {
    const { id, path } = await send({ address })
    expect(await placeOf(id)).toEqual(place)
    const body = await pageOf(path)
    expect(asks(body)).toBe(place.town === null && !place.isOutside)
    expect(body.includes(requestPage.outside.heading)).toBe(place.isOutside)
    // Nobody is promised anything where nobody works.
    expect(body.includes(requestPage.next.heading)).toBe(!place.isOutside)
  })

  test('is asked for with one tap a town, and then not again', async () => {
    const { id, path } = await send({ address: 'Not required' })
    const body = await pageOf(path)
    for (const value of ['Deltona', 'Osteen', 'elsewhere']) {
      expect(body).toContain(`value="${value}" name="town"`)
    }
    const answer = await site.open(path, { add: 'place', town: 'DeLand' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?added=place`])
    expect(await placeOf(id)).toEqual({ town: 'DeLand', isOutside: false })
    expect(asks(await pageOf(path))).toBe(false)
  })

  test('is told by no link: the town that a mail names is confirmed with one button', async () => {
    const { id, path } = await send({ address: 'Not required' })
    const body = await pageOf(`${path}?town=DeLand`)
    const button = requestPage.askPlace.confirm.button.replace('{town}', 'DeLand')
    expect(body).toContain(button)
    // Whoever opens it, and however often.
    await app().inject({ method: 'HEAD', url: `${path}?town=DeLand` })
    expect(await placeOf(id)).toEqual({ town: null, isOutside: false })
    for (const query of ['?town=Miami', '?town=elsewhere', '?town=DeLand&town=Sanford', '']) {
      expect(await pageOf(path + query)).not.toContain('Yes, it is in')
    }
    await site.open(path, { add: 'place', town: 'DeLand' })
    expect(await placeOf(id)).toEqual({ town: 'DeLand', isOutside: false })
    // Once it is known, the mail asks nothing more.
    expect(await pageOf(`${path}?town=Sanford`)).not.toContain('Yes, it is in')
  })

  test('is asked for in the answer to a form without scripts, and only while it is not known', async () => {
    const sendPlainly = async (address: string) => {
      const { status, body } = await plainly({ ...contactBody(anotherPerson()), address })
      expect(status).toBe(201)
      return body
    }
    const asked = await sendPlainly('Not required')
    const path = /action="(\/request\/[\w-]+)"/.exec(asked)?.[1] ?? ''
    expect(asked).toContain('value="Osteen" name="town"')
    await site.open(path, { add: 'place', town: 'Osteen' })
    expect(asks(await pageOf(path))).toBe(false)
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
    const { id, path } = await send({ address: '12 Oak St, Sanford' })
    await site.open(path, { add: 'place', ...said })
    expect(await placeOf(id)).toEqual(place)
    await site.open(path, { add: 'place', town: 'Longwood' })
    expect(await placeOf(id)).toEqual({ town: 'Longwood', isOutside: false })
  })

  test('that is wrong is said beside its field, and what was typed stays', async () => {
    const { id, path } = await send({ address: '' })
    const { statusCode, body } = await site.open(path, { add: 'place', zip: '3277' })
    expect([statusCode, asks(body)]).toEqual([400, true])
    expect(body).toContain('value="3277"')
    expect(body).toContain('This does not look like a ZIP code.')
    expect(await placeOf(id)).toEqual({ town: null, isOutside: false })
  })

  test.each(['unknown-place', 'outside', 'nobody-left'] as const)(
    'that becomes known has a request offered that was the owner’s: %s',
    async (reason) => {
      const { id: there } = await site.addContractor({ towns: ['DeLand'] })
      const { id, path } = await send({ address: reason === 'outside' ? 'Miami, FL' : '' })
      await hand(id, reason)
      await site.open(path, { add: 'place', town: 'DeLand' })
      const [referral] = await db().select().from(referrals).where(eq(referrals.leadId, id))
      expect(referral).toMatchObject({ ranOutAt: null, ownerReason: null, isAutomatic: true })
      await site.advance()
      const rows = await db().select().from(offers).where(eq(offers.leadId, id))
      expect(rows.map(({ contractorId }) => contractorId)).toEqual([there])
    },
  )

  test('that turns out to be outside is the owner’s, who is told', async () => {
    const { id, path } = await send({ address: '' })
    await hand(id, 'unknown-place')
    await site.open(path, { add: 'place', zip: '33101' })
    const [referral] = await db().select().from(referrals).where(eq(referrals.leadId, id))
    expect(referral).toMatchObject({ ownerReason: 'outside', isAutomatic: false })
    const told = await db().select().from(ownerNews).where(eq(ownerNews.leadId, id))
    expect(told.map(({ kind }) => kind)).toEqual(['outside'])
    // Sent again it changes nothing.
    await site.open(path, { add: 'place', zip: '33101' })
    expect(await db().$count(ownerNews, eq(ownerNews.leadId, id))).toBe(1)
    await site.offer(id, (await site.addContractor()).id)
    expect(await pageOf(path)).not.toContain('no contractor has been asked')
  })

  test('that changes takes the offer from who does not work there, and asks who does', async () => {
    const far = await site.addContractor({ towns: ['Deltona'] })
    const both = await site.addContractor({ towns: ['DeLand', 'Deltona'] })
    const { id, path } = await send({ address: 'Deltona' })
    await site.advance()
    const states = async () =>
      (await db().select().from(offers).where(eq(offers.leadId, id)).orderBy(offers.id)).map(
        ({ contractorId, state }) => [contractorId, state],
      )
    expect(await states()).toEqual([[far.id, 'open']])
    await site.open(path, { add: 'place', town: 'DeLand' })
    await site.advance()
    expect(await states()).toEqual([
      [far.id, 'withdrawn'],
      [both.id, 'open'],
    ])
    await site.open(path, { add: 'place', town: 'Deltona' })
    // Who is there keeps it.
    expect((await states()).at(-1)).toEqual([both.id, 'open'])
  })

  test('whoever has a request hears that it cannot wait, or can after all, once', async () => {
    await site.addContractor()
    const { id, path } = await send({ address: 'Deltona' })
    await site.advance()
    const [offer] = await db()
      .update(offers)
      .set({ state: 'accepted', answeredAt: sql`now()`, callAt: sql`now() + interval '1 hour'` })
      .where(eq(offers.leadId, id))
      .returning()
    await db().update(referrals).set({ outcome: 'matched' }).where(eq(referrals.leadId, id))
    const told = async () =>
      (await site.queued(offer?.id ?? 0)).filter(({ channel }) => channel === 'match').length
    expect(await told()).toBe(0)
    expect(await pageOf(path)).toContain(requestPage.cannotWait.button)
    for (const add of ['cannot-wait', 'cannot-wait']) await site.open(path, { add })
    expect(await told()).toBe(1)
    expect(await pageOf(path)).not.toContain(requestPage.cannotWait.button)
    // The same for one that can wait after all.
    await db().delete(deliveries).where(eq(deliveries.channel, 'match'))
    for (const add of ['can-wait', 'can-wait']) await site.open(path, { add })
    expect(await told()).toBe(1)
  })

  test('a request that cannot wait runs by the clock of emergencies, also its open offers', async () => {
    await site.addContractor()
    const { id, path } = await send({ address: 'Deltona' })
    await site.advance()
    await db()
      .update(offers)
      .set({ expiresAt: sql`now() + interval '4 hours'` })
      .where(eq(offers.leadId, id))
    expect(await pageOf(path)).toContain(requestPage.cannotWait.button)
    const answer = await site.open(path, { add: 'cannot-wait' })
    expect(answer.headers.location).toBe(`${path}?added=cannot-wait`)
    await addToRequest(db(), id, { add: 'cannot-wait' })
    const [offer] = await db().select().from(offers).where(eq(offers.leadId, id))
    const minutes = ((offer?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(25)
    expect(minutes).toBeLessThan(31)
    expect((await historyOf(id)).filter((kind) => kind === 'cannot-wait')).toHaveLength(1)
    const body = await pageOf(path)
    expect(body).toContain('You told us it cannot wait.')
    expect(body).not.toContain(requestPage.cannotWait.button)

    expect(body).toContain(requestPage.cannotWait.takeBack)
    const back = await site.open(path, { add: 'can-wait' })
    expect(back.headers.location).toBe(`${path}?added=can-wait`)
    await addToRequest(db(), id, { add: 'can-wait' })
    expect((await historyOf(id)).filter((kind) => kind === 'cannot-wait')).toHaveLength(2)
    const after = await pageOf(path)
    expect(after).toContain(requestPage.cannotWait.button)
    expect(after).not.toContain(requestPage.cannotWait.takeBack)
    // Who was asked meanwhile keeps the time that the offer names.
    const [kept] = await db().select().from(offers).where(eq(offers.leadId, id))
    expect(kept?.expiresAt).toEqual(offer?.expiresAt)
  })

  test('what the office says cannot wait is no word of the visitor, and theirs to take back neither', async () => {
    const { id, path } = await send({ address: 'Deltona' })
    const say = (cannotWait: boolean) =>
      site.ask('PUT', leadPath(apiPaths.leadUrgency, id), { cannotWait })
    await say(true)
    const body = await pageOf(path)
    expect(body).toContain('Your request is marked as an emergency.')
    expect(body).not.toContain('You told us')
    expect(body).not.toContain(requestPage.cannotWait.takeBack)
    const refused = await site.open(path, { add: 'can-wait' })
    expect([refused.statusCode, refused.body.includes(additionErrors['not-theirs'])]).toEqual([
      400,
      true,
    ])
    expect(await pageOf(path)).toContain('Your request is marked as an emergency.')
    // What the visitor says after it is theirs again.
    await say(false)
    await addToRequest(db(), id, { add: 'cannot-wait' })
    expect(await pageOf(path)).toContain(requestPage.cannotWait.takeBack)
  })

  test('a request that sounds like gas or smoke says first whom to call', async () => {
    const { path } = await send({
      address: 'Deltona',
      message: `I smell gas ${crypto.randomUUID()}`,
    })
    expect(await pageOf(path)).toContain('call 911 from outside')
    const other = await send({ address: 'Deltona' })
    expect(await pageOf(other.path)).not.toContain('call 911 from outside')
  })

  test('words that sound urgent are a question to the owner, who answers it once', async () => {
    const { id, path } = await send({ address: 'Deltona' })
    const asksOwner = async () => (await site.referral(id)).soundsUrgent
    const answer = (cannotWait: boolean) =>
      site.ask('PUT', leadPath(apiPaths.leadUrgency, id), { cannotWait })
    expect(await asksOwner()).toBe(false)
    await site.open(path, { add: 'word', word: 'We have a newborn here.' })
    expect(await asksOwner()).toBe(true)
    expect((await answer(false)).status).toBe(200)
    expect(await asksOwner()).toBe(false)
    const [lead] = await db().select().from(leads).where(eq(leads.id, id))
    expect(lead?.cannotWait).toBe(false)

    const other = await send({
      address: 'Deltona',
      message: `It leaks: leaking ${crypto.randomUUID()}`,
    })
    const yes = await site.ask('PUT', leadPath(apiPaths.leadUrgency, other.id), {
      cannotWait: true,
    })
    expect([yes.status, (await site.referral(other.id)).soundsUrgent]).toEqual([200, false])
    const [urgent] = await db().select().from(leads).where(eq(leads.id, other.id))
    expect(urgent?.cannotWait).toBe(true)
    expect(await historyOf(other.id)).toContain('cannot-wait')
    const nobody = await app().inject({
      method: 'PUT',
      url: leadPath(apiPaths.leadUrgency, id),
      payload: { cannotWait: true },
    })
    expect(nobody.statusCode).toBe(401)
    expect(
      (await site.ask('PUT', leadPath(apiPaths.leadUrgency, 999_999), { cannotWait: true })).status,
    ).toBe(404)
  })
})
