import { readdirSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { deliveries, leads, notificationRecipients } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { away, setUpTakers } from '#tests/support/leads/lead-takers.ts'
import { journalFolder } from './journal.ts'

const stop = new AbortController().signal

describeOnDatabase('taking a lead while the disks are slow', (database) => {
  const setUp = setUpTakers(database)
  const leadsNamed = (name: string) =>
    database.handle().db.select().from(leads).where(eq(leads.name, name)).orderBy(leads.id)

  test('when both are slow, a visitor is told of the first that has it', async () => {
    const { send, state, journal, stored, remove } = setUp()
    const [database, disk] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { append } = journal
    const appended = vi.spyOn(journal, 'append').mockImplementation(async (...order) => {
      await disk.promise
      return append(...order)
    })
    state.fail = () => database.promise
    const taken = send('Slow twice')
    await expect.poll(() => appended).toHaveBeenCalled()
    database.resolve()
    const { submissionId } = await taken
    expect(stored).toEqual([submissionId])
    expect(await leadsNamed('Slow twice')).toHaveLength(1)
    // The disk need not take it any more.
    disk.resolve()
    expect(await appended.mock.results[0]?.value).toBe(false)
    expect((await journal.count()).waiting).toBe(0)
    remove()
  })

  const diskFails = () => Promise.reject(Object.assign(new Error('it fails'), { code: 'EIO' }))
  const lost = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  const refused = () => Promise.reject(Object.assign(new Error('no'), { severity: 'ERROR' }))
  const hangs = () => new Promise<never>(() => {})

  test.each([
    ['neither of both says anything', hangs, hangs, 'Undecided'],
    ['the disk fails and the database says nothing', hangs, diskFails, 'Undecided'],
    ['the disk fails and the connection ends before the answer', lost, diskFails, 'Undecided'],
    [
      'the disk says nothing and the database is gone',
      () => Promise.reject(away()),
      hangs,
      'Undecided',
    ],
    ['both say no', refused, diskFails, 'AggregateError'],
    [
      'the disk fails and the database is gone',
      () => Promise.reject(away()),
      diskFails,
      'AggregateError',
    ],
  ])('when %s, a refusal says no more than is known', async (_when, database, disk, name) => {
    const { send, state, journal, tried, remove } = setUp(500)
    state.fail = database
    const appended = vi.spyOn(journal, 'append').mockImplementation(disk)
    await expect(send('Refused')).rejects.toMatchObject({ name })
    expect([tried, appended.mock.calls.length]).toEqual([['Refused'], 1])
    remove()
  })

  test('who was told of a lead that waited is not told again, and the others are', async () => {
    const { send, replay, state, journal, path, remove } = setUp()
    const { db } = database.handle()
    await db
      .insert(notificationRecipients)
      .values([{ email: 'told@example.com' }, { email: 'not-told@example.com' }])
    state.fail = () => Promise.reject(away())
    await send('Told')
    // The same visitor sends it twice more, from other pages.
    await send('Told')
    await send('Told')
    const [first = '', ...others] = await journal.listUntold()
    expect(others).toEqual([])
    const repeats = (await journal.list()).slice(1)
    expect(await journal.claimTelling(first)).toBe(true)
    expect(await journal.claimTelling(repeats[0] ?? '')).toBe(false)
    delete state.fail
    // A mail is on its way.
    await replay(stop)
    expect((await journal.count()).waiting).toBe(3)
    await journal.finishTelling(first, ['told@example.com'])
    expect(await journal.listUntold()).toEqual([])
    await replay(stop)
    expect((await journal.count()).waiting).toBe(0)
    expect(readdirSync(journalFolder(path))).toEqual([])
    const [lead, second] = await leadsNamed('Told')
    expect(second).toBeUndefined()
    const told = await db
      .select({ target: deliveries.target, state: deliveries.state, sentAt: deliveries.sentAt })
      .from(deliveries)
      .where(eq(deliveries.leadId, lead?.id ?? 0))
      .orderBy(deliveries.target)
    expect(told).toEqual([
      { target: 'not-told@example.com', state: 'pending', sentAt: null },
      { target: 'told@example.com', state: 'sent', sentAt: expect.any(Date) },
    ])
    remove()
  })

  test('of a lead that the database stored without an answer, who was told meanwhile is not told again', async () => {
    const { send, replay, state, journal, path, remove } = setUp()
    const { db } = database.handle()
    const target = 'told-meanwhile@example.com'
    await db.insert(notificationRecipients).values({ email: target })
    const id = crypto.randomUUID()
    await send('Unanswered', id)
    state.fail = () => Promise.reject(away())
    await send('Unanswered', id)
    const [lead] = await leadsNamed('Unanswered')
    if (!lead) throw new Error('it was not stored')
    const facts = { ...lead, createdAt: lead.createdAt.toISOString() }
    expect(await journal.readToldOf(facts)).toEqual([])
    const [name = ''] = await journal.listUntold()
    await journal.claimTelling(name)
    expect(await journal.readToldOf(facts)).toBe('being told')
    await journal.finishTelling(name, [target])
    expect(await journal.readToldOf(facts)).toEqual([target])
    const other = { ...facts, submissionId: crypto.randomUUID() }
    expect(await journal.readToldOf(other)).toEqual([target])
    const later = new Date(lead.createdAt.getTime() + 3_600_000).toISOString()
    expect(await journal.readToldOf({ ...other, createdAt: later })).toEqual([])

    // The database is back, and somebody attempts the delivery before the journal is stored.
    delete state.fail
    const own = and(eq(deliveries.leadId, lead.id), eq(deliveries.target, target))
    await db.update(deliveries).set({ claimToken: 'theirs' }).where(own)
    await replay(stop)
    expect(await journal.readToldOf(facts)).toEqual([target])
    await db.update(deliveries).set({ claimToken: null }).where(own)
    await replay(stop)
    expect(await db.select({ state: deliveries.state }).from(deliveries).where(own)).toEqual([
      { state: 'sent' },
    ])
    expect(readdirSync(journalFolder(path))).toEqual([])
    remove()
  })
})
