import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '#tests/support/database/ask-database.ts'
import { freshDatabase, type NewDatabase } from '#tests/support/databases.ts'
import { createStandingConnection, type StandingConnection } from './standing-connection.ts'

/** A database with no connections but the standing one, and those of the test. */
let created: NewDatabase
beforeAll(async () => {
  created = await freshDatabase()
})
afterAll(() => created.remove())

const inDatabase = (statement: string) =>
  ask<{ pid: number }>({ connectionString: created.location.databaseUrl }, statement)

/** The server's processes for standing connections. */
const ofStanding = `from pg_stat_activity
  where datname = current_database() and application_name = 'breezeway listener'`
const pids = () => inDatabase(`select pid ${ofStanding}`)
const endAll = () => inDatabase(`select pg_terminate_backend(pid) ${ofStanding}`)

describe('a standing connection', () => {
  let standing: StandingConnection
  let events: string[]
  let isReachable: boolean
  beforeEach(() => {
    events = []
    isReachable = true
    standing = createStandingConnection({
      connection: {
        connectionString: created.location.databaseUrl,
        application_name: 'never used',
      },
      reach: async () => {
        if (!isReachable) throw new Error('it does not run')
      },
      onFailure: ({ message }) => events.push(message),
    })
  })
  afterEach(() => standing.close())

  const listener = {
    onMessage: (payload: string) => events.push(payload),
    onLost: () => events.push('lost'),
    onRestored: () => events.push('restored'),
  }
  const send = (payload: string) => inDatabase(`select pg_notify('seo_changed', '${payload}')`)
  test('says that it was lost and restored, and then goes on', async () => {
    await standing.open()
    await standing.open()
    expect(await pids()).toHaveLength(1)
    const heard: string[] = []
    await standing.listen('seo_changed', { onMessage: (payload) => heard.push(payload) })
    await standing.listen('seo_changed', listener)
    await send('one')
    await expect.poll(() => events).toEqual(['one'])
    await endAll()
    await expect.poll(() => events).toEqual(['one', 'lost', 'restored'])
    expect(await pids()).toHaveLength(1)
    await send('two')
    await expect.poll(() => events).toEqual(['one', 'lost', 'restored', 'two'])
    expect(heard).toEqual(['one', 'two'])
    await standing.close()
    await expect.poll(pids).toEqual([])
    expect(events).toHaveLength(4)
  })

  test('tells who listens before it is open when it is', async () => {
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
})
