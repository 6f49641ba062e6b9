import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { LeadDetails, LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { ExportedLead } from '#/contracts/referrals/exported-leads.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { contractors, leads, ledgerEntries, offers, referrals } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'

describeOnDatabase('the owner’s list by stage', (database) => {
  const { app, db, site, cookie } = referralSite(database)
  const ids: Record<string, number> = {}
  const idOf = (name: string) => ids[name] ?? 0
  const lake = { companyName: 'Lakeside Air' }

  async function send(name: string, service = 'ac-repair') {
    ids[name] = await site.sendLead({ name, service, email: `${name.toLowerCase()}@x.example` })
    return idOf(name)
  }

  beforeAll(async () => {
    const contractor = await site.addContractor(lake)
    const other = await site.addContractor({ companyName: 'Pine Cooling' })
    for (const name of ['Done', 'Fallen', 'Matched', 'Together', 'Asked']) await send(name)
    await send('Plain')
    await send('Urgent', 'emergency-hvac')
    await send('Called')
    await site.agree(idOf('Done'), contractor.id, inAnHour())
    await site.setOutcome(idOf('Done'), 'done')
    await site.setOutcome(idOf('Fallen'), 'lost', 'unreachable')
    const together = { leadId: idOf('Together'), joinedTo: idOf('Matched') }
    await db()
      .insert(referrals)
      .values(together)
      .onConflictDoUpdate({ target: referrals.leadId, set: together })
    await site.agree(idOf('Matched'), contractor.id, inAnHour())
    await site.offer(idOf('Asked'), contractor.id)
    await site.offer(idOf('Asked'), other.id)
    await db().update(offers).set({ mailedAt: new Date() })
    await app().inject({
      method: 'PATCH',
      url: leadPath(apiPaths.leadContactStatus, idOf('Called')),
      headers: { cookie: cookie() },
      payload: { isContacted: true },
    })
  })

  async function list(query: string): Promise<LeadPage> {
    const response = await app().inject({
      url: `${apiPaths.leads}?${query}`,
      headers: { cookie: cookie() },
    })
    expect([query, response.statusCode]).toEqual([query, 200])
    return response.json()
  }
  const namesOf = (entries: readonly LeadEntry[]) => entries.map(({ name }) => name).join(' ')
  const found = async (query: string) => namesOf((await list(query)).data)
  const read = async (name: string) =>
    (await site.ask<LeadDetails>('GET', leadPath(apiPaths.lead, idOf(name)))).data

  test('what waits for the owner is first, emergencies before all, and what is over comes last', async () => {
    const all = 'Urgent Plain Called Matched Together Asked Done Fallen'
    expect(await found('order=waiting')).toBe(all)
    for (const limit of [1, 2, 3, 7]) {
      const pages: LeadEntry[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: LeadPage = await list(
          `order=waiting&limit=${limit}${cursor && `&cursor=${cursor}`}`,
        )
        expect(page.data.length).toBeLessThanOrEqual(limit)
        pages.push(...page.data)
        cursor = page.nextCursor
      }
      expect(namesOf(pages)).toBe(all)
    }
    const wrong = await app().inject({
      url: `${apiPaths.leads}?order=waiting&cursor=1769860800000000.7`,
      headers: { cookie: cookie() },
    })
    expect(wrong.statusCode).toBe(400)
  })

  test('filters by stage, and by whom a lead waits for, in each order', async () => {
    expect(await found('waitsFor=us&order=waiting')).toBe('Urgent Plain Called')
    expect(await found('waitsFor=us&order=waiting&service=ac-repair')).toBe('Plain Called')
    expect(await found('waitsFor=contractor&order=waiting')).toBe('Matched Together Asked')
    expect(await found('waitsFor=contractor')).toBe('Asked Together Matched')
    expect(await found('waitsFor=nobody&order=waiting')).toBe('Done Fallen')
    expect(await found('waitsFor=visitor')).toBe('')
    expect(await found('stage=asked')).toBe('Asked')
    expect(await found('stage=matched&order=oldest')).toBe('Matched Together')
    expect(await found('stage=done')).toBe('Done')
    expect(await found('stage=lost&order=waiting')).toBe('Fallen')
    for (const query of ['waitsFor=contractor', 'stage=matched', 'stage=done', 'waitsFor=us']) {
      const { data } = await site.ask<unknown>('GET', `${apiPaths.leadCount}?${query}`)
      const matching = (await list(query)).data.length
      expect([query, data]).toEqual([query, { matching, isFloor: false, total: 8 }])
    }
  })

  test('each says who has it, until when and why', async () => {
    expect(await read('Asked')).toMatchObject({
      ...{ stage: 'asked', waitsFor: 'contractor', companyName: 'Lakeside Air, Pine Cooling' },
      ...{ until: expect.any(String), callAt: null, reason: null },
    })
    const matched = await read('Matched')
    expect(matched).toMatchObject({
      ...{ stage: 'matched', waitsFor: 'contractor', ...lake },
      ...{ until: null, callAt: expect.any(String) },
    })
    const { stage, companyName, callAt, since } = matched
    expect(await read('Together')).toMatchObject({ stage, companyName, callAt, since })
    expect(await read('Done')).toMatchObject({ stage: 'done', waitsFor: 'nobody', ...lake })
    expect(await read('Fallen')).toMatchObject({ stage: 'lost', reason: 'unreachable' })
  })

  test('a search finds the company that is asked or has it, and the town', async () => {
    expect(await found('q=PINE cool')).toBe('Asked')
    expect(await found('q=ine')).toBe('Asked')
    // One or two letters begin a word.
    expect([await found('q=Pi'), await found('q=in')]).toEqual(['Asked', ''])
    expect(await found('q=lakeside air&order=oldest')).toBe('Done Matched Asked')
    await db()
      .update(leads)
      .set({ town: 'Oviedo' })
      .where(eq(leads.id, idOf('Plain')))
    expect(await found('q=oviedo')).toBe('Plain')
    expect(await found('q=ovi&service=emergency-hvac')).toBe('')
  })

  test('a file has what came of each, and the fee as the ledger has it', async () => {
    const [contractor] = await db().select({ id: contractors.id }).from(contractors).limit(1)
    const entry = { contractorId: contractor?.id ?? 0, leadId: idOf('Done') }
    const [fee] = await db()
      .insert(ledgerEntries)
      .values({ ...entry, kind: 'fee', amountCents: 4500 })
      .returning({ id: ledgerEntries.id })
    await db()
      .insert(ledgerEntries)
      .values({ ...entry, leadId: null, kind: 'reversal', amountCents: -1500, reverses: fee?.id })
    const response = await app().inject({
      url: `${apiPaths.leadExport}?order=oldest`,
      headers: { cookie: cookie() },
    })
    const { data } = response.json<{ data: ExportedLead[] }>()
    const rowOf = (name: string) => data.find((lead) => lead.name === name)
    expect(rowOf('Done')).toMatchObject({
      ...{ outcome: 'done', feeCents: 3000, companyName: 'Lakeside Air' },
      ...{ acceptedAt: expect.any(String), outcomeAt: expect.any(String) },
    })
    expect(rowOf('Plain')).toMatchObject({ outcome: 'open', feeCents: null, acceptedAt: null })
  })

  test('who has a contractor, or is over, is new nowhere', async () => {
    for (const name of ['Matched', 'Together', 'Done']) {
      const lead = await read(name)
      expect([name, lead.isContacted, lead.contactedBy]).toEqual([name, true, 'Lakeside Air'])
      expect(lead.firstContactedAt).not.toBeNull()
      expect(lead.answerMinutes).not.toBeNull()
    }
    // The owner closed it without a call, and it is not said that they called.
    expect(await read('Fallen')).toMatchObject({ isContacted: false, firstContactedAt: null })
    expect(await found('status=new')).toBe('Urgent Plain Asked')
    const { data: stats } = await site.ask<object>('GET', apiPaths.leadStats)
    expect(stats).toMatchObject({ total: 8, new: 3, contacted: 4 })
    // Not even one that the owner marks new again.
    const mark = (isContacted: boolean) =>
      app().inject({
        method: 'PATCH',
        url: leadPath(apiPaths.leadContactStatus, idOf('Matched')),
        headers: { cookie: cookie() },
        payload: { isContacted },
      })
    await mark(false)
    expect(await found('status=new')).toBe('Urgent Plain Asked')
    expect((await read('Matched')).lateness).toBe('fine')
    await mark(true)
  })

  test('only who waits for what was promised is late, emergencies by the clock', async () => {
    const set = (minutes: number) =>
      db()
        .update(leads)
        .set({ createdAt: sql`now() - ${minutes} * interval '1 minute'` })
    const latenessOf = async () =>
      Object.fromEntries(
        (await list('limit=50')).data
          .filter(({ lateness }) => lateness !== 'fine')
          .map(({ name, lateness, clock }) => [name, `${lateness}, ${clock}`]),
      )
    await set(14)
    expect(await latenessOf()).toEqual({})
    await set(16)
    expect(await latenessOf()).toEqual({ Urgent: 'late, wall' })
    await set(31)
    expect(await latenessOf()).toEqual({ Urgent: 'overdue, wall' })
    await set(20 * 24 * 60)
    const all = { Urgent: 'overdue, wall' }
    const others = { Plain: 'overdue, opening', Asked: 'overdue, opening' }
    expect(await latenessOf()).toEqual({ ...all, ...others })
    // One that comes back waits from then on, though it was answered once.
    const back = { outcome: 'open', ranOutAt: sql`now() - interval '9 days'` } as const
    await db()
      .update(referrals)
      .set({ ...back, ownerReason: 'reopened' })
      .where(eq(referrals.leadId, idOf('Fallen')))
    await db()
      .update(leads)
      .set({ isContacted: true, firstContactedAt: sql`now() - interval '12 days'` })
      .where(eq(leads.id, idOf('Fallen')))
    expect(await read('Fallen')).toMatchObject({ stage: 'nobody-left', lateness: 'overdue' })
  })
})
