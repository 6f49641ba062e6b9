import { count, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { notify } from '../signals.ts'
import { createStandingConnection, type StandingConnection } from './standing-connection.ts'

describeOnDatabase('the standing connection', (database) => {
  let standing: StandingConnection
  let events: string[]
  let isReachable: boolean
  beforeEach(() => {
    events = []
    isReachable = true
    standing = createStandingConnection({
      connection: () => ({
        connectionString: database.location().databaseUrl,
        application_name: 'never used',
      }),
      reach: async () => {
        if (!isReachable) throw new Error('it does not run')
      },
      firstStatement: 'select pg_advisory_lock_shared(1)',
      onFailure: ({ message }) => events.push(message),
    })
  })
  afterEach(() => standing.close())

  const listener = {
    onMessage: (payload: string) => events.push(payload),
    onLost: () => events.push('lost'),
    onRestored: () => events.push('restored'),
  }
  const send = (payload: string) => notify(database.handle().db, 'seo_changed', payload)
  /** How many connections hold the lock of the first statement. */
  async function holders() {
    const [row] = await database
      .handle()
      .db.select({ count: count() })
      .from(sql`pg_locks`)
      .where(
        sql`locktype = 'advisory' and objid = 1 and granted and database = (select oid from pg_database where datname = current_database())`,
      )
    return row?.count
  }
  const cut = () =>
    database
      .handle()
      .db.execute(
        sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 1 and database = (select oid from pg_database where datname = current_database())`,
      )

  test('says that it was lost and restored, and then goes on', async () => {
    await standing.open()
    await standing.open()
    expect(await holders()).toBe(1)
    await standing.listen('seo_changed', listener)
    await send('one')
    await expect.poll(() => events).toEqual(['one'])
    await cut()
    await expect.poll(() => events).toEqual(['one', 'lost', 'restored'])
    expect(await holders()).toBe(1)
    await send('two')
    await expect.poll(() => events).toEqual(['one', 'lost', 'restored', 'two'])
  })

  test('tries again until it is there, and reports each failure', async () => {
    await standing.open()
    await standing.listen('seo_changed', listener)
    isReachable = false
    await cut()
    await expect.poll(() => events.length).toBeGreaterThan(2)
    expect(events.slice(0, 3)).toEqual(['lost', 'it does not run', 'it does not run'])
    isReachable = true
    await expect.poll(() => events.at(-1)).toBe('restored')
  })

  test('who listens before it is open is told when it is', async () => {
    isReachable = false
    await expect(standing.open()).rejects.toThrow('it does not run')
    await standing.listen('seo_changed', listener)
    expect(events).toEqual(['lost'])
    isReachable = true
    await standing.open()
    expect(events).toEqual(['lost', 'restored'])
    await send('heard')
    await expect.poll(() => events.at(-1)).toBe('heard')
  })

  test('takes listeners without more than a message', async () => {
    await standing.open()
    const heard: string[] = []
    await standing.listen('seo_changed', { onMessage: (payload) => heard.push(payload) })
    await standing.listen('seo_changed', listener)
    await cut()
    await expect.poll(() => events).toEqual(['lost', 'restored'])
    await send('both')
    await expect.poll(() => heard).toEqual(['both'])
    expect(events.at(-1)).toBe('both')
  })

  test('a closed one is not opened again', async () => {
    await standing.open()
    await standing.listen('seo_changed', listener)
    await standing.close()
    await expect.poll(holders).toBe(0)
    expect(events).toEqual([])
  })
})
