import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveries, leads, notificationRecipients } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { away, setUpTakers } from '#tests/support/leads/lead-takers.ts'
import { submissionOf } from '#tests/support/leads/submission-of.ts'
import { journalFolder } from './journal.ts'

const stop = new AbortController().signal
describeOnDatabase('taking a lead', (database) => {
  const setUp = setUpTakers(database)
  const leadsNamed = (name: string) =>
    database.handle().db.select().from(leads).where(eq(leads.name, name)).orderBy(leads.id)

  test('while the database is away leads wait, and are stored in order with their time', async () => {
    const { send, replay, isCatchingUp, state, tried, stored, journal } = setUp()
    const { db } = database.handle()
    await db.insert(notificationRecipients).values({ email: 'told@example.com' })
    state.fail = () => Promise.reject(away())
    const first = await send('First')
    const second = await send('Second', undefined, 'the hash of a link')
    // The link will lead to it as soon as it is stored.
    expect([first.hasLink, second.hasLink]).toEqual([false, true])
    // The second did not have to find out again.
    expect(tried).toEqual(['First'])
    await replay(stop)
    expect([tried, (await journal.count()).waiting]).toEqual([['First', 'First'], 2])
    expect(isCatchingUp()).toBe(false)
    await sleep(5)

    delete state.fail
    await replay(stop)
    expect((await journal.count()).waiting).toBe(0)
    expect(stored).toEqual([first.submissionId, second.submissionId])
    expect(isCatchingUp()).toBe(true)
    const [lead] = await leadsNamed('First')
    expect(lead).toMatchObject({ submissionId: first.submissionId, createdAt: first.createdAt })
    const told = await db
      .select()
      .from(deliveries)
      .where(eq(deliveries.leadId, lead?.id ?? 0))
    expect(told.map(({ target }) => target)).toEqual(['told@example.com'])
    // From now on the database is asked first.
    await send('Third')
    expect([tried.at(-1), (await journal.count()).waiting]).toEqual(['Third', 0])
  })

  test('a record that cannot be read or taken out of the journal keeps no other from being stored', async () => {
    const { send, replay, state, tried, stored, reportsOf, journal, path } = setUp()
    // A folder cannot be read, like a bad block or a file of another user.
    const unreadable = `${'0'.repeat(15)}-${'0'.repeat(15)}-unreadable.json`
    mkdirSync(join(journalFolder(path), unreadable))
    state.fail = () => Promise.reject(away())
    await send('Before the one that stays')
    await send('One that stays')
    await send('After the one that stays')
    delete state.fail
    const takeOut = journal.remove
    const [, , staying] = await journal.list()
    journal.remove = (name) =>
      name === staying ? Promise.reject(new Error('EROFS')) : takeOut(name)
    await replay(stop)
    expect(stored).toHaveLength(3)
    expect(await journal.list()).toEqual([unreadable, staying])
    // From now on the database is asked first.
    await send('Later')
    expect(readdirSync(journalFolder(path))).toHaveLength(2)
    await replay(stop)
    expect(await leadsNamed('One that stays')).toHaveLength(1)
    expect(tried.filter((name) => name === 'One that stays')).toHaveLength(1)
    journal.remove = takeOut
    await replay(stop)
    expect(await journal.list()).toEqual([unreadable])
    // They are tried again and again: the log says so once of each.
    expect(reportsOf(unreadable)).toEqual(['a journal record cannot be read and stays there'])
    expect(reportsOf(staying)).toHaveLength(1)
  })

  test('a visitor waits for the database less than half a second, and is stored once', async () => {
    const { send, replay, state, stored, journal } = setUp({ storeWithinMs: 400 })
    const { promise: answer, resolve: letAnswer } = Promise.withResolvers<void>()
    state.fail = () => answer
    const began = performance.now()
    const { submissionId } = await send('Slow')
    expect(performance.now() - began).toBeLessThan(2_000)
    expect((await journal.count()).waiting).toBe(1)
    letAnswer()
    await expect.poll(() => stored).toEqual([submissionId])
    await expect
      .poll(async () => {
        await replay(stop)
        return (await journal.count()).waiting
      })
      .toBe(0)
    expect(await leadsNamed('Slow')).toHaveLength(1)
  })

  test('a repeat is one lead, however many ways it went', async () => {
    const { send, replay, state, journal } = setUp()
    const id = crypto.randomUUID()
    await send('Repeated', id)
    state.fail = () => Promise.reject(away())
    await send('Repeated', id)
    await send('Repeated')
    delete state.fail
    // Two processes may store from the same journal. On a busy machine one that is still stored waits for
    // the next turn.
    const countAfterReplay = async () => {
      await Promise.all([replay(stop), replay(stop)])
      return (await journal.count()).waiting
    }
    await expect.poll(countAfterReplay).toBe(0)
    expect(await leadsNamed('Repeated')).toHaveLength(1)
  })

  test('the same content hours apart is two leads, also from the journal', async () => {
    const { replay, journal } = setUp()
    for (const hour of ['08', '10']) {
      const submission = submissionOf({ name: 'Again', submissionId: crypto.randomUUID() })
      await journal.append({ submission, receivedAt: `2026-01-31T${hour}:00:00.000Z` })
    }
    await replay(stop)
    const times = (await leadsNamed('Again')).map(({ createdAt }) => createdAt.toISOString())
    expect(times).toEqual(['2026-01-31T08:00:00.000Z', '2026-01-31T10:00:00.000Z'])
  })
})
