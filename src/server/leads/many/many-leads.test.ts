import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import { mostAtOnce } from '#/contracts/limits.ts'
import type { ManyResult } from '#/contracts/referrals/many-leads.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import {
  deliveries,
  leadHistory,
  leads,
  notificationRecipients,
  offers,
  referrals,
  users,
} from '#/server/db/tables/schema.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { signInAs } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { referralSite } from '#tests/support/suite-site.ts'

describeOnDatabase('many leads at once', (database) => {
  const { app, ask, db, site } = referralSite(database, { isEmptied: true })
  const { wordsOf } = auditReader(() => database.handle())
  const { addContractor, sendLead, offer, setOutcome, setAutomatic, withdraw } = site

  const lead = async (id: number): Promise<LeadDetails> =>
    (await ask('GET', leadPath(apiPaths.lead, id))).data
  const kindsOf = async (id: number) => (await lead(id)).history.map(({ kind }) => kind)
  const doTo = async (ids: number[], action: string, more: object = {}) => {
    const payload = { action, leads: ids.map((id) => ({ id })), ...more }
    const answer = await ask('POST', apiPaths.manyLeads, payload)
    return answer.data as ManyResult[]
  }
  /** As the button of the toast does: of what was done, with what the answer said of it. */
  const undo = async (action: string, results: ManyResult[]) => {
    const done = results
      .filter(({ result }) => result === 'done')
      .map(({ id, made, before }) => ({ id, made, before }))
    return (await ask('POST', apiPaths.manyLeads, { action, leads: done, isUndo: true }))
      .data as ManyResult[]
  }
  const send = async (count: number, fields: Record<string, unknown> = {}) => {
    const ids: number[] = []
    for (let one = 0; one < count; one += 1) ids.push(await sendLead(fields))
    return ids
  }
  const wordOf = ({ result }: ManyResult) => result
  const whysOf = (results: ManyResult[]) => results.map(({ why }) => why)
  const pending = (leadId: number) =>
    db()
      .select({
        target: deliveries.target,
        waits: sql<boolean>`due_at > clock_timestamp() + interval '9 seconds'`,
      })
      .from(deliveries)
      .where(eq(deliveries.leadId, leadId))
      .orderBy(asc(deliveries.id))

  test('each is marked, and an undo leaves them as they were', async () => {
    const [one = 0, two = 0, gone = 0] = await send(3)
    await ask('PATCH', leadPath(apiPaths.leadContactStatus, two), { isContacted: true })
    await db().delete(leads).where(eq(leads.id, gone))
    const before = await lead(one)
    const [results] = await Promise.all([doTo([one, two, gone], 'contacted')])
    expect(results.map(wordOf)).toEqual(['done', 'as it was', 'refused'])
    expect(whysOf(results)).toEqual([null, null, 'It is no longer there.'])
    expect((await lead(one)).isContacted).toBe(true)
    expect(await undo('contacted', results)).toMatchObject([{ id: one, result: 'done' }])
    expect(await lead(one)).toEqual(before)
    expect((await lead(two)).isContacted).toBe(true)
    expect((await doTo([one, two], 'new')).map(wordOf)).toEqual(['as it was', 'done'])
  })

  test('an undo does not touch what somebody has changed since', async () => {
    const [id = 0] = await send(1)
    const results = await doTo([id], 'contacted')
    await ask('PATCH', leadPath(apiPaths.leadContactStatus, id), { isContacted: false })
    expect(await undo('contacted', results)).toMatchObject([
      { result: 'refused', why: 'It was changed since.' },
    ])
    expect(await kindsOf(id)).toEqual(['received', 'contacted', 'marked-new'])
  })

  test('one note stands on each; its undo takes only that, and the search forgets it', async () => {
    const [one = 0, two = 0] = await send(2)
    await ask('POST', leadPath(apiPaths.leadNotes, one), { text: 'Stays put' })
    const results = await doTo([one, two], 'note', { text: ' Called, voicemail ' })
    expect(results.map(wordOf)).toEqual(['done', 'done'])
    const found = async (q: string) =>
      (await ask('GET', `${apiPaths.leads}?q=${q}`)).data.map(({ id }: { id: number }) => id)
    expect(await found('voicemail')).toEqual([two, one])
    await undo('note', results)
    expect(await found('voicemail')).toEqual([])
    expect(await found('put')).toEqual([one])
    expect((await lead(one)).notes).toMatchObject([{ text: 'Stays put' }])
    expect(await kindsOf(one)).toEqual(['received', 'noted'])
    expect(await kindsOf(two)).toEqual(['received'])
    // Once only, and none of somebody else.
    expect((await undo('note', results)).map(wordOf)).toEqual(['refused', 'refused'])
    expect(await doTo([one], 'note', { text: ' ' })).toBeUndefined()
  })

  test('whom a note names is told once it cannot be undone, and not at all if it is', async () => {
    const email = 'ana@team.example'
    const ana = { id: 'ana', name: 'Ana', email, passwordHash: '', role: 'admin' } as const
    await db().insert(users).values(ana)
    const [id = 0] = await send(1)
    const write = () => doTo([id], 'note', { text: '@Ana, please call' })
    const results = await write()
    expect(await pending(id)).toEqual([{ target: email, waits: true }])
    await undo('note', results)
    expect([await pending(id), await kindsOf(id)]).toEqual([[], ['received']])
    const told = await write()
    await db().update(deliveries).set({ state: 'sent', sentAt: new Date() })
    expect(whysOf(await undo('note', told))).toEqual(['Somebody was told of it already.'])
    expect(await kindsOf(id)).toEqual(['received', 'mentioned'])
    // Another note that was written since, and whom it names, stay.
    await db().delete(deliveries)
    const first = await write()
    await ask('POST', leadPath(apiPaths.leadNotes, id), { text: '@Ana, or write' })
    await undo('note', first)
    expect(await pending(id)).toEqual([{ target: email, waits: false }])
    expect(await kindsOf(id)).toEqual(['received', 'mentioned', 'noted', 'mentioned'])
    await db().delete(users).where(eq(users.id, ana.id))
  })

  test('each is offered to who fits best, and its mail waits until it cannot be undone', async () => {
    const first = await addContractor({ companyName: 'First Air' })
    const second = await addContractor({ companyName: 'Second Air' })
    const [one = 0, two = 0, asked = 0, over = 0] = await send(4)
    const [unknown = 0] = await send(1, { address: null })
    await offer(asked, first.id)
    await setOutcome(over, 'lost', 'duplicate')
    const before = await lead(one)
    // What would come of it is the same, and nothing has come of it.
    const entries = await wordsOf(async () => {
      const would = await doTo([one, asked, unknown], 'offer', { isPreview: true })
      expect(would.map(wordOf)).toEqual(['done', 'refused', 'refused'])
    })
    expect(entries).toEqual([])
    expect(await lead(one)).toEqual(before)
    expect(await pending(one)).toEqual([])
    const results = await doTo([one, two, asked, over, unknown], 'offer')
    expect(whysOf(results)).toEqual([
      'Offered to Second Air',
      'Offered to First Air',
      'First Air can still answer.',
      'This request is done or lost. Set it back to open first.',
      'It is not known where the work is.',
    ])
    expect(await pending(one)).toEqual([{ target: second.email, waits: true }])
    expect(await pending(asked)).toMatchObject([{ waits: false }])

    expect((await undo('offer', results)).map(wordOf)).toEqual(['done', 'done'])
    expect(await lead(one)).toEqual(before)
    expect(await pending(one)).toEqual([])
    // Whose offer was undone is asked as if it had never been.
    expect((await doTo([one], 'offer'))[0]?.why).toBe('Offered to Second Air')
  })

  test('what is said of several before they are offered comes true: each takes from the next', async () => {
    await addContractor({ companyName: 'One Air', mostOpenOffers: 1 })
    await addContractor({ companyName: 'Week Air', mostOffersAWeek: 2 })
    const ids = await send(4)
    const comes = [
      'Offered to One Air',
      'Offered to Week Air',
      'Offered to Week Air',
      expect.stringMatching(/^Nobody who fits can be asked before /),
    ]
    expect(whysOf(await doTo(ids, 'offer', { isPreview: true }))).toEqual(comes)
    expect(whysOf(await doTo(ids, 'offer'))).toEqual(comes)
  })

  test('an offer whose mail has left is withdrawn; one that was answered stays', async () => {
    await addContractor()
    const [left = 0, answered = 0] = await send(2)
    const results = await doTo([left, answered], 'offer')
    await db().update(deliveries).set({ state: 'sent', sentAt: new Date() })
    await db().update(offers).set({ state: 'declined' }).where(eq(offers.leadId, answered))
    expect(await undo('offer', results)).toMatchObject([
      { result: 'done', why: expect.stringContaining('had left already') },
      { result: 'refused', why: expect.stringContaining('has answered') },
    ])
    expect(await kindsOf(left)).toEqual(['received', 'offered', 'offer-withdrawn'])
    expect((await pending(left)).length).toBe(2)
  })

  test('an undo puts back for what reason a request was the owner’s', async () => {
    await addContractor()
    const [id = 0] = await send(1)
    const taken = await doTo([id], 'offer')
    await db().update(deliveries).set({ state: 'sent', sentAt: new Date() })
    await undo('offer', taken)
    await addContractor()
    const before = await lead(id)
    expect(before.reason).toBe('taken-back')
    const results = await doTo([id], 'offer')
    expect((await lead(id)).stage).toBe('asked')
    await undo('offer', results)
    expect(await lead(id)).toEqual(before)
  })

  test('an undo leaves what others were asked meanwhile, and what is older than a minute', async () => {
    await addContractor()
    const { id: later } = await addContractor({ companyName: 'Later Air' })
    const [one = 0, two = 0] = await send(2)
    const results = await doTo([one, two], 'offer')
    await offer(one, later)
    await db()
      .update(offers)
      .set({ offeredAt: sql`now() - interval '2 minutes'` })
      .where(eq(offers.leadId, two))
    const ranOutAt = new Date().toISOString()
    const sent = results.map((each) => ({
      ...each,
      before: { ranOutAt, ownerReason: 'taken-back' as const },
    }))
    expect((await undo('offer', sent)).map(wordOf)).toEqual(['done', 'refused'])
    const rows = await db().select().from(referrals)
    expect(rows.map(({ ownerReason }) => ownerReason)).toEqual([null, null])
    expect([(await lead(one)).stage, (await lead(two)).stage]).toEqual(['asked', 'asked'])
    const details = (await lead(one)).history.map(({ detail }) => detail)
    expect(details).toEqual([null, 'Later Air'])
  })

  test('quarantine and its undo; not of what a contractor has or is asked for', async () => {
    const { id: contractorId } = await addContractor({ companyName: 'Busy Air' })
    const [one = 0, asked = 0] = await send(2)
    await offer(asked, contractorId)
    const before = await lead(one)
    const results = await doTo([one, asked], 'quarantine')
    expect(results.map(wordOf)).toEqual(['done', 'refused'])
    expect(await lead(one)).toMatchObject({ isQuarantined: true })
    await undo('quarantine', results)
    expect(await lead(one)).toEqual(before)
  })

  test('the undo of a quarantine has the server begin nothing with what is the owner’s', async () => {
    const { id: contractorId } = await addContractor()
    const [taken = 0, fresh = 0] = await send(2)
    const { data } = await offer(taken, contractorId)
    await withdraw(data.offers[0]?.id ?? 0)
    await setAutomatic(true)
    await undo('quarantine', await doTo([taken, fresh], 'quarantine'))
    const rows = await db().select().from(referrals).orderBy(referrals.leadId)
    expect(rows.map(({ isAutomatic }) => isAutomatic)).toEqual([false, true])
    await setAutomatic(false)
  })

  test('a release tells nobody before it cannot be undone, and nobody if it is', async () => {
    const [id = 0] = await send(1)
    await doTo([id], 'quarantine')
    await db().delete(deliveries)
    await db().insert(notificationRecipients).values({ email: 'told@example.com' })
    const before = await lead(id)
    const results = await doTo([id], 'release')
    expect(await pending(id)).toEqual([{ target: 'told@example.com', waits: true }])
    await undo('release', results)
    expect(await pending(id)).toEqual([])
    expect(await lead(id)).toEqual(before)
    // The next release tells them after all.
    await doTo([id], 'release')
    expect(await pending(id)).toHaveLength(1)
    await db().update(deliveries).set({ state: 'sent', sentAt: new Date() })
    expect(await undo('release', await doTo([id], 'release'))).toBeUndefined()
  })

  test('what is old, or was done by another admin, is not undone', async () => {
    const [id = 0] = await send(1)
    const results = await doTo([id], 'quarantine')
    const other = await signInAs(app(), db(), 'admin')
    const leadsOf = results.map(({ id: leadId, made }) => ({ id: leadId, made }))
    const payload = { action: 'quarantine', leads: leadsOf, isUndo: true }
    const headers = { cookie: other }
    const url = apiPaths.manyLeads
    const answer = await app().inject({ method: 'POST', url, headers, payload })
    expect(answer.json().data).toMatchObject([{ result: 'refused' }])
    await db().update(leadHistory).set({ createdAt: sql`now() - interval '2 minutes'` })
    expect(await undo('quarantine', results)).toMatchObject([{ result: 'refused' }])
    expect((await lead(id)).isQuarantined).toBe(true)
  })

  test('a fault of the server ends it, and each is told what came of it', async () => {
    const [one = 0, two = 0, three = 0] = await send(3)
    await db().execute(
      sql.raw(`alter table lead_history add constraint dies check (lead_id <> ${two}) not valid`),
    )
    const results = await doTo([one, two, three], 'contacted')
    await db().execute(sql`alter table lead_history drop constraint dies`)
    expect(results.map(wordOf)).toEqual(['done', 'refused', 'refused'])
    expect((await lead(two)).isContacted).toBe(false)
    expect((await lead(three)).isContacted).toBe(false)
  })

  test('the audit log names each; no more than a hundred, each once', async () => {
    const [one = 0, two = 0] = await send(2)
    await db().delete(leads).where(eq(leads.id, two))
    expect(await wordsOf(() => doTo([one, two], 'contacted'))).toEqual([
      expect.stringContaining(`contacted, leads ${one}, refused for leads ${two}`),
    ])
    expect(await doTo([one, one], 'contacted')).toBeUndefined()
    expect(await doTo([], 'contacted')).toBeUndefined()
    const tooMany = Array.from({ length: mostAtOnce + 1 }, (_, index) => index + 1)
    expect(await doTo(tooMany, 'contacted')).toBeUndefined()
  })
})
