import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { leads } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { away, setUpTakers } from '#tests/support/leads/lead-takers.ts'

describeOnDatabase('taking a lead while the disks are slow', (database) => {
  const setUp = setUpTakers(database)
  const leadsNamed = (name: string) =>
    database.handle().db.select().from(leads).where(eq(leads.name, name)).orderBy(leads.id)

  test('when both are slow, a visitor is told of the first that has it', async () => {
    const { send, state, journal, stored } = setUp({ storeWithinMs: 400 })
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
    await appended.mock.results[0]?.value
    expect((await journal.count()).waiting).toBe(0)
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
    const limits = { storeWithinMs: 400, decideWithinMs: 500 }
    const { send, state, journal, tried } = setUp(limits)
    state.fail = database
    const appended = vi.spyOn(journal, 'append').mockImplementation(disk)
    await expect(send('Refused')).rejects.toMatchObject({ name })
    expect([tried, appended.mock.calls.length]).toEqual([['Refused'], 1])
  })
})
