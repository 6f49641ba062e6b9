import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { lockLead } from '#/server/db/lock-lead.ts'
import { leadPhotos, referrals } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { anotherPerson } from '#tests/support/factories.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'
import { addPhoto } from '../request/add-details.ts'

const person = { phone: '(386) 555-0161', email: 'pat@example.com' }

describeOnDatabase('two requests of one person', (database) => {
  const {
    db,
    ask,
    site,
    open,
    read,
    send,
    go,
    asked,
    matched,
    stands,
    offersOf,
    history,
    detailsOf,
    addContractor,
  } = requestSite(database)
  const join = async (leadId: number, other: number) =>
    (await ask('POST', pathTo(api.leadJoin, { leadId }), { leadId: other })).status
  const part = async (leadId: number) =>
    (await ask('POST', pathTo(api.leadPart, { leadId }))).status
  const joinedTo = async (leadId: number) => (await detailsOf(leadId)).joinedTo ?? null

  test('go together to one contractor, who reads both services before the yes, and all after it', async () => {
    const { leadId, link } = await asked({ ...person, message: 'It hums' })
    const later = await send({
      ...person,
      email: 'pat.work@example.com',
      phone: '+1 386 555 0161',
      service: 'heating-systems',
      message: 'And the heat is out, ask for Pat',
    })
    expect([await joinedTo(later.leadId), await joinedTo((await send()).leadId)]).toEqual([
      leadId,
      null,
    ])
    expect(await offersOf(later.leadId)).toEqual([])
    expect(await history(later.leadId)).toContain(`Joined to request ${leadId}`)
    const before = await read(link)
    expect(before).toContain('Heating System Installation')
    for (const secret of ['ask for Pat', '0161', 'pat@', 'pat.work'])
      expect(before).not.toContain(secret)
    await open(`${link}/accept`, { callAt: inAnHour() })
    for (const told of ['It hums', 'ask for Pat', 'Heating System Installation'])
      expect(await read(link)).toContain(told)
    await go()
    // A third one comes once a contractor has it: they are mailed all three.
    await send({ ...person, phone: '(407) 555-0101', message: 'A third' })
    expect(await go(0.1)).toContain('job changed')
    expect(await read(link)).toContain('A third')
  })

  test('show the contractor to both visitors only where phone and email are the same', async () => {
    const first = await matched({ ...person, message: 'My secret' }, { companyName: 'Lakeside' })
    const same = await send({ ...person, email: 'PAT@example.com' })
    // A stranger who types somebody's number.
    const typed = await send({ ...person, email: 'stranger@example.com' })
    for (const { leadId } of [same, typed]) expect(await joinedTo(leadId)).toBe(first.leadId)
    const shows = async (page: string) => [
      (await read(page)).includes('Lakeside'),
      (await read(page)).includes('My secret'),
    ]
    expect([await shows(same.page), await shows(typed.page)]).toEqual([
      [true, false],
      [false, false],
    ])
    // Neither can they say of the call what is not theirs to say.
    await go(1.2)
    await open(typed.page, { add: 'not-called' })
    expect(await stands(first.leadId)).toBe('matched contractor')
    await open(same.page, { add: 'not-called' })
    expect(await stands(first.leadId)).toBe('matched us')
  })

  test('are of two where the first is over, held or elsewhere', async () => {
    const ofOther = async (fields = {}) => joinedTo((await send({ ...person, ...fields })).leadId)
    const one = (await send({ ...person, address: '1 Elm St, Deltona' })).leadId
    expect(await ofOther()).toBe(one)
    expect(await ofOther({ address: '1 Elm St, Sanford' })).toBeNull()
    expect(await ofOther({ address: 'somewhere' })).toBe(one)
    const who = anotherPerson()
    const closed = (await send(who)).leadId
    await site.setOutcome(closed, 'lost', 'duplicate')
    expect(await ofOther(who)).toBeNull()
  })

  test.each(['lost', 'done'] as const)(
    'part when the first is %s, and are one',
    async (outcome) => {
      for (const companyName of ['A', 'B']) await addContractor({ companyName })
      const [first, later, last] = [await send(person), await send(person), await send(person)]
      await site.setOutcome(first.leadId, outcome, outcome === 'lost' ? 'duplicate' : null)
      expect(await joinedTo(later.leadId)).toBeNull()
      expect(await history(later.leadId)).toContain(`Split from request ${first.leadId}`)
      expect([await offersOf(later.leadId), await stands(later.leadId)]).toEqual(
        outcome === 'lost' ? [['A open'], 'asked contractor'] : [[], 'ours us parted'],
      )
      expect([await joinedTo(last.leadId), await offersOf(last.leadId)]).toEqual([later.leadId, []])
    },
  )

  test('are parted with one click, and stay so; joined with another, with the one that somebody has', async () => {
    await addContractor({ companyName: 'A' })
    const [first, later] = [(await send(person)).leadId, (await send(person)).leadId]
    expect([await part(later), await part(later)]).toEqual([204, 409])
    expect(await offersOf(later)).toEqual(['A open'])
    await ask('POST', pathTo(api.leadQuarantine, { leadId: later }))
    await ask('POST', pathTo(api.leadRelease, { leadId: later }))
    expect(await joinedTo(later)).toBeNull()
    expect([await join(first, later), await joinedTo(later)]).toEqual([204, first])
    expect((await offersOf(later)).filter((offer) => offer.endsWith('open'))).toEqual([])
    expect([
      await join(later, first),
      await join(first, first),
      await join(first, 9_999_999),
    ]).toEqual([...[409, 409, 404]])
    const [one, other] = [await send(), await matched()]
    expect([await join(one.leadId, other.leadId), await joinedTo(one.leadId)]).toEqual([
      204,
      other.leadId,
    ])
    const both = await matched()
    expect(await join(other.leadId, both.leadId)).toBe(409)
  })

  test('that go with another one are not joined to a third, and nobody waits for that other one', async () => {
    const [alone, first, later] = [await send(), await send(person), await send(person)]
    expect(await joinedTo(later.leadId)).toBe(first.leadId)
    await db().transaction(async (tx) => {
      await lockLead(tx, first.leadId)
      expect(await join(alone.leadId, later.leadId)).toBe(409)
    })
  })

  test('share the town, and that it cannot wait, whenever the later one says so', async () => {
    const [first, later] = [
      await send({ ...person, address: 'x' }),
      await send({ ...person, address: 'x' }),
    ]
    await open(later.page, { add: 'place', town: 'Deltona' })
    expect(await detailsOf(first.leadId)).toMatchObject({ town: 'Deltona', cannotWait: false })
    await open(later.page, { add: 'cannot-wait' })
    expect(await detailsOf(first.leadId)).toMatchObject({ cannotWait: true })
    // That it can wait after all is said of one alone.
    await open(later.page, { add: 'can-wait' })
    expect(await detailsOf(first.leadId)).toMatchObject({ cannotWait: true })
    // What the office says is not the visitor's to take back.
    const who = anotherPerson()
    const [one, urgent] = [await send(who), await send(who)]
    await ask('PUT', pathTo(api.leadUrgency, { leadId: urgent.leadId }), { cannotWait: true })
    expect(await detailsOf(one.leadId)).toMatchObject({ cannotWait: true })
    expect((await open(one.page, { add: 'can-wait' })).statusCode).toBe(400)
  })

  test('stay together where the later one tells where the first is', async () => {
    await addContractor({ companyName: 'A', towns: ['Deltona'] })
    const first = await send({ ...person, address: 'x' })
    const later = await send({ ...person, address: 'Deltona' })
    expect(await joinedTo(later.leadId)).toBe(first.leadId)
    expect([await offersOf(first.leadId), await offersOf(later.leadId)]).toEqual([['A open'], []])
    expect(await history(first.leadId)).toContain('Town: Deltona')
  })

  test('are two again once one is known to be elsewhere, and their contractor is told', async () => {
    const first = await matched({ ...person, address: 'Deltona' }, { towns: ['Deltona'] })
    await addContractor({ companyName: 'There', towns: ['DeBary'] })
    const later = await send({ ...person, address: 'x' })
    expect(await joinedTo(later.leadId)).toBe(first.leadId)
    await go(0.1)
    await open(later.page, { add: 'place', town: 'DeBary' })
    expect([await joinedTo(later.leadId), await offersOf(later.leadId)]).toEqual([
      null,
      ['There open'],
    ])
    expect(await go(0.1)).toContain('job changed')
    expect(await read(first.link)).not.toContain('DeBary')
  })

  test('photographs of the later one are on the page of the offer, as long as it goes along', async () => {
    const { link } = await matched(person)
    const [later, other] = [await send(person), await send()]
    const bytes = Buffer.from('a picture')
    const photo = { image: bytes, thumbnail: bytes, width: 1, height: 1 }
    for (const { leadId } of [later, other]) await addPhoto(db(), leadId, photo)
    const [theirs, another] = await db().select().from(leadPhotos).orderBy(leadPhotos.id)
    const status = async (id = 0) => (await open(`${link}/photos/${id}`)).statusCode
    expect([await status(theirs?.id), await status(another?.id)]).toEqual([200, 404])
    await part(later.leadId)
    expect(await status(theirs?.id)).toBe(404)
  })

  test('are no more than 21: one that comes after them goes its own way', async () => {
    const { leadId: first } = await send(person)
    for (let each = 0; each < 20; each += 1) await send(person)
    const own = (await send(person)).leadId
    expect(await joinedTo(own)).toBeNull()
    expect(await joinedTo((await send(person)).leadId)).toBe(own)
    expect(await db().$count(referrals, eq(referrals.joinedTo, first))).toBe(20)
  })

  test('and what the owner parted stays apart when its visitor wants it again', async () => {
    await send(person)
    const later = await send(person)
    expect(await stands(later.leadId)).toMatch(/^joined/)
    await part(later.leadId)
    for (const add of ['withdrawn', 'wanted-again']) await open(later.page, { add })
    expect(await stands(later.leadId)).toBe('ours us nobody-left')
  })
})
