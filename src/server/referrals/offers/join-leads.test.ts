import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import type { Addition } from '#/contracts/referrals/requests.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { deliveries, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { anotherPerson } from '#tests/support/factories.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { addToRequest } from '../request-page/additions.ts'
import { readRequestView } from '../request-page/request-view.ts'
import { partFromOver } from './join-leads.ts'

describeOnDatabase('two requests of one person', (database) => {
  const { db, ask, site } = referralSite(database, { isEmptied: true })
  afterEach(() => site.setAutomatic(false))

  const person = { phone: '(386) 555-0161', email: 'pat@example.com' }
  const joinedTo = async (id: number) => {
    const [row] = await db().select().from(referrals).where(eq(referrals.leadId, id))
    return row?.joinedTo
  }
  const join = (id: number, other: number) =>
    ask('POST', leadPath(apiPaths.leadJoin, id), { leadId: other })
  const part = (id: number) => ask('POST', leadPath(apiPaths.leadPart, id))
  const askedOf = async (id: number) =>
    (await db().select().from(offers).where(eq(offers.leadId, id)).orderBy(offers.id)).map(
      ({ contractorId, state }) => [contractorId, state],
    )
  async function advance() {
    await partFromOver(db())
    await site.advance()
  }
  const kinds = async (id: number) =>
    (await ask('GET', leadPath(apiPaths.lead, id))).data.history
      .map(({ kind, detail }: { kind: string; detail: string }) => [kind, detail])
      .filter(([kind]: [string]) => ['joined', 'parted', 'cannot-wait'].includes(kind))

  test('go together to one contractor, who reads both after the yes', async () => {
    await site.setAutomatic(true)
    const contractor = await site.addContractor()
    await site.addContractor()
    const first = await site.sendLead({ ...person, message: 'It hums' })
    await advance()
    const second = await site.sendLead({
      ...{ ...person, email: 'pat.work@example.com', phone: '+1 386 555 0161' },
      ...{ service: 'heating-systems', message: 'And the heat is out, ask for Pat' },
    })
    const stranger = await site.sendLead()
    expect([await joinedTo(second), await joinedTo(stranger)]).toEqual([first, null])
    await advance()
    const [[offered]] = [await askedOf(first)]
    expect(await askedOf(first)).toEqual([[contractor.id, 'open']])
    expect(await askedOf(second)).toEqual([])
    expect(await site.offer(second, contractor.id)).toMatchObject({ status: 409 })
    expect(await kinds(second)).toEqual([['joined', String(first)]])
    expect(await kinds(first)).toEqual([['joined', String(second)]])
    // Before the yes both services, and nothing of whose they are.
    const [offer] = (await site.referral(first)).offers
    const link = await site.linkTo({ id: offer?.id ?? 0 }, first)
    const before = (await site.open(link)).body
    expect(before).toContain('Heating System Installation')
    for (const secret of ['ask for Pat', '0161', 'pat@', 'pat.work'])
      expect(before).not.toContain(secret)
    await site.open(`${link}/accept`, { callAt: inAnHour() })
    const after = (await site.open(link)).body
    for (const told of ['It hums', 'ask for Pat', 'Heating System Installation']) {
      expect(after).toContain(told)
    }
    expect(offered?.[0]).toBe(contractor.id)

    // A third one comes once a contractor has it: they are mailed all three.
    await db().update(deliveries).set({ state: 'sent' }).where(eq(deliveries.leadId, first))
    const third = await site.sendLead({ ...person, phone: '(407) 555-0101', message: 'A third' })
    expect(await joinedTo(third)).toBe(first)
    expect(await site.queued(offer?.id ?? 0)).toContainEqual(
      expect.objectContaining({ channel: 'match', state: 'pending' }),
    )
    const mail = await site.mails('match', { id: offer?.id ?? 0 }, first)
    expect(JSON.stringify(mail)).toContain('A third')
  })

  test('show their visitors the contractor only where phone and email are the same', async () => {
    const { id } = await site.addContractor()
    const first = await site.sendLead({ ...person, message: 'My secret' })
    const same = await site.sendLead({ ...person, email: 'PAT@example.com' })
    // A stranger who types somebody's number.
    const typed = await site.sendLead({ ...person, email: 'stranger@example.com' })
    await site.agree(first, id, inAnHour())
    expect([await joinedTo(same), await joinedTo(typed)]).toEqual([first, first])
    const view = async (leadId: number) => readRequestView(db(), leadId)
    expect((await view(first))?.match).not.toBeNull()
    expect((await view(same))?.match).toEqual((await view(first))?.match)
    expect((await view(typed))?.match).toBeNull()
    expect(JSON.stringify(await view(typed))).not.toContain('My secret')
    expect(JSON.stringify(await view(same))).not.toContain('My secret')
  })

  test('are of two where the first is over, old, elsewhere or in quarantine', async () => {
    const one = await site.sendLead(person)
    const other = () => site.sendLead(person).then(joinedTo)
    expect(await other()).toBe(one)
    await db().delete(leads).where(eq(leads.id, one))
    const again = await site.sendLead({ ...person, address: '1 Elm St, Deltona' })
    expect(await joinedTo(again)).not.toBe(one)
    const elsewhere = await site.sendLead({ ...person, address: '1 Elm St, Sanford' })
    expect(await joinedTo(elsewhere)).toBeNull()
    const unknown = await site.sendLead({ ...person, address: 'somewhere' })
    expect(await joinedTo(unknown)).not.toBeNull()
    await db().delete(leads)
    const closed = await site.sendLead(person)
    await site.setOutcome(closed, 'lost', 'duplicate')
    expect(await other()).toBeNull()
  })

  test('part when the first is over: lost, and the rest is offered; done, and it is the owner’s', async () => {
    await site.setAutomatic(true)
    const { id } = await site.addContractor()
    for (const outcome of ['lost', 'done'] as const) {
      const own = { phone: `(386) 555-01${outcome === 'lost' ? 51 : 52}` }
      const first = await site.sendLead(own)
      const second = await site.sendLead(own)
      expect(await joinedTo(second)).toBe(first)
      await site.setOutcome(first, outcome, outcome === 'lost' ? 'duplicate' : null)
      await advance()
      expect(await joinedTo(second)).toBeNull()
      expect(await kinds(second)).toContainEqual(['parted', String(first)])
      expect(await askedOf(second)).toEqual(outcome === 'lost' ? [[id, 'open']] : [])
    }
  })

  test('are parted with one click, and stay so; joined with another', async () => {
    await site.setAutomatic(true)
    const { id } = await site.addContractor()
    const first = await site.sendLead(person)
    const second = await site.sendLead(person)
    await advance()
    expect((await part(second)).status).toBe(204)
    expect((await part(second)).status).toBe(409)
    await advance()
    expect(await askedOf(second)).toEqual([[id, 'open']])
    // Released from quarantine, it is still not to be joined.
    await ask('POST', leadPath(apiPaths.leadQuarantine, second))
    await ask('POST', leadPath(apiPaths.leadRelease, second))
    expect(await joinedTo(second)).toBeNull()
    // Joined by hand, what was open of it ends.
    await advance()
    expect((await join(first, second)).status).toBe(204)
    expect(await joinedTo(second)).toBe(first)
    expect((await askedOf(second)).at(-1)?.[1]).toBe('withdrawn')
    await advance()
    expect((await askedOf(second)).filter(([, state]) => state === 'open')).toEqual([])
    expect((await join(second, first)).status).toBe(409)
    expect((await join(first, first)).status).toBe(409)
    expect((await join(first, 9_999_999)).status).toBe(404)
  })

  test('joined by hand go with the one that a contractor has; not where two have them', async () => {
    const [one, other] = [await site.addContractor(), await site.addContractor()]
    const first = await site.sendLead()
    const second = await site.sendLead()
    await site.agree(second, one.id, inAnHour())
    expect((await join(first, second)).status).toBe(204)
    expect(await joinedTo(first)).toBe(second)
    await part(first)
    await site.agree(first, other.id, inAnHour())
    expect(await join(second, first)).toMatchObject({ status: 409 })
  })

  /** Two that go together, and the contractor who has both. */
  async function twoMatched() {
    const contractor = await site.addContractor({ towns: ['Deltona'] })
    const [first, second] = [await site.sendLead(person), await site.sendLead(person)]
    await site.agree(first, contractor.id, inAnHour())
    const [offer] = (await site.referral(first)).offers
    if (!offer) throw new Error('no offer')
    await db().update(deliveries).set({ state: 'sent' })
    return { first, second, offer, contractor }
  }
  const correct = async (id: number, changes: object) => {
    const { data } = await ask('GET', leadPath(apiPaths.lead, id))
    const { name, phoneAsTyped, email, address, town, service, cannotWait } = data
    const was = { name, phone: phoneAsTyped, email, address, town: town ?? '', service, cannotWait }
    return ask('PATCH', leadPath(apiPaths.lead, id), { ...was, ...changes, was })
  }

  test('whose phone number is corrected are mailed to their contractor, also the later one', async () => {
    const { first, second, offer } = await twoMatched()
    expect((await correct(second, { phone: '(386) 555-0177' })).status).toBe(200)
    expect(await site.queued(offer.id)).toContainEqual(
      expect.objectContaining({ channel: 'match', state: 'pending' }),
    )
    expect(JSON.stringify(await site.mails('match', offer, first))).toContain('(386) 555-0177')
  })

  test('share what the later one knows: the town, and that it cannot wait', async () => {
    const first = await site.sendLead({ ...person, address: 'somewhere' })
    await site.sendLead({ ...person, address: '2 Oak St, Deltona', service: 'emergency-hvac' })
    const [row] = await db().select().from(leads).where(eq(leads.id, first))
    expect(row).toMatchObject({ town: 'Deltona', cannotWait: true })
    expect(await kinds(first)).toContainEqual(['cannot-wait', 'yes'])
    expect((await readRequestView(db(), first))?.visitorSaysUrgent).toBe(true)
  })

  test('share an urgency of the office as no word of their visitor, who cannot take it back', async () => {
    type Person = ReturnType<typeof anotherPerson>
    const urge = (id: number) =>
      ask('PUT', leadPath(apiPaths.leadUrgency, id), { cannotWait: true })
    const ways = {
      async entered(who: Person) {
        const caller = { ...who, name: 'Pat', submissionId: crypto.randomUUID(), cannotWait: true }
        return (await ask('POST', apiPaths.leads, caller)).data.id
      },
      async released(who: Person) {
        const held = await site.sendLead({ ...who, subject: 'Hello' })
        await urge(held)
        await ask('POST', leadPath(apiPaths.leadRelease, held))
        return held
      },
      async 'joined by hand'(_who: Person, first: number) {
        const id = await site.sendLead({ ...anotherPerson(), service: 'emergency-hvac' })
        await join(first, id)
        return id
      },
    }
    for (const [way, urgentOne] of Object.entries(ways)) {
      const who = anotherPerson()
      const first = await site.sendLead(who)
      for (const add of ['cannot-wait', 'can-wait'] as const)
        await addToRequest(db(), first, { add })
      expect(await joinedTo(await urgentOne(who, first))).toBe(first)
      const view = await readRequestView(db(), first)
      expect([way, view?.isUrgent, view?.visitorSaysUrgent]).toEqual([way, true, false])
      expect(await addToRequest(db(), first, { add: 'can-wait' })).toBe('not-theirs')
    }
  })

  test('share it also where it is said later, on the page of the later one or in the office', async () => {
    await site.setAutomatic(true)
    const pair = async (address: string) => {
      const who = anotherPerson()
      const one = await site.sendLead({ ...who, address })
      const other = await site.sendLead({ ...who, address })
      expect(await joinedTo(other)).toBe(one)
      return [one, other] as const
    }
    const rowOf = async (id: number) => (await db().select().from(leads).where(eq(leads.id, id)))[0]
    const say = (id: number, addition: Addition) => addToRequest(db(), id, addition)
    const [unplaced, later] = await pair('somewhere')
    await say(later, { add: 'place', town: 'Deltona', zip: null, address: null })
    expect(await rowOf(unplaced)).toMatchObject({ town: 'Deltona' })
    await say(later, { add: 'cannot-wait' })
    expect(await rowOf(unplaced)).toMatchObject({ cannotWait: true })
    expect((await ask('GET', leadPath(apiPaths.lead, later))).data.isUrgent).toBe(true)
    expect((await readRequestView(db(), unplaced))?.visitorSaysUrgent).toBe(true)
    // That it can wait after all is said of one alone.
    await say(later, { add: 'can-wait' })
    expect(await rowOf(unplaced)).toMatchObject({ cannotWait: true })

    const [placed, second] = await pair('1 Oak St, Deltona')
    await ask('PUT', leadPath(apiPaths.leadUrgency, second), { cannotWait: true })
    expect(await rowOf(placed)).toMatchObject({ cannotWait: true })
    await say(second, { add: 'place', town: 'DeBary', zip: null, address: null })
    expect(await rowOf(placed)).toMatchObject({ town: 'Deltona' })
  })

  test.each(['the later', 'the first'])(
    'are two again once %s is known to be in another town, and their contractor is told',
    async (which) => {
      const { first, second, offer, contractor } = await twoMatched()
      const there = await site.addContractor({ towns: ['DeBary', 'Deltona'] })
      await site.setAutomatic(true)
      const moved = which === 'the later' ? second : first
      await correct(moved, { town: '' })
      expect(await joinedTo(second)).toBe(first)
      expect((await correct(moved, { town: 'DeBary' })).status).toBe(200)
      expect(await joinedTo(second)).toBeNull()
      expect(await kinds(second)).toContainEqual(['parted', String(first)])
      expect(await site.queued(offer.id)).toContainEqual(
        expect.objectContaining({ channel: 'recall', state: 'pending' }),
      )
      expect(await site.mails('recall', offer, second)).toMatchObject({
        wanted: { why: 'one-of-both' },
      })
      await advance()
      const asked = which === 'the later' ? there : contractor
      expect(await askedOf(second)).toEqual([[asked.id, 'open']])
    },
  )
})
