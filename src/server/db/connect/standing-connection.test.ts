import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { freshDatabase, type NewDatabase } from '#tests/support/databases.ts'
import {
  createStandingConnection,
  type StandingConnection,
  type StandingOptions,
} from './standing-connection.ts'

/** A database with no connections but the standing one and `other`. */
let created: NewDatabase
let other: Client
beforeAll(async () => {
  created = await freshDatabase()
  other = new Client({ connectionString: created.location.databaseUrl })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await created.remove()
})

/** The server's processes for standing connections. */
async function pids(): Promise<number[]> {
  const { rows } = await other.query<{ pid: number }>(`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'breezeway listener'`)
  return rows.map(({ pid }) => pid)
}
const endAll = async () => {
  for (const pid of await pids()) await other.query('select pg_terminate_backend($1)', [pid])
}

/** The pause between two looks at the server. */
const watchEveryMs = 5_000

describe('the server of a standing connection', () => {
  let standing: StandingConnection
  let events: string[]
  /** The server as new connections find it. */
  let isReadOnly: boolean
  let states: boolean[]
  beforeEach(() => {
    // Fake time passes with each look of `expect.poll`.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    events = []
    states = []
    isReadOnly = false
  })
  afterEach(async () => {
    vi.useRealTimers()
    await standing.close()
  })

  async function open(options: Partial<StandingOptions> = {}) {
    standing = createStandingConnection({
      connection: () => ({
        connectionString: created.location.databaseUrl,
        options: `-c default_transaction_read_only=${isReadOnly}`,
      }),
      onLost: () => events.push('lost'),
      onFailure: ({ message }) => events.push(message),
      ...options,
    })
    await standing.open()
    await standing.listen('seo_changed', {
      onMessage: () => {},
      onRestored: () => events.push('restored'),
    })
  }
  const noteState: StandingOptions['onState'] = (state) => states.push(state.isReadOnly)

  /** Lets it look at the server N times. */
  async function look(times: number) {
    for (let seen = states.length, i = 1; i <= times; i += 1) {
      vi.advanceTimersByTime(watchEveryMs)
      await expect.poll(() => states.length).toBeGreaterThanOrEqual(seen + i)
    }
  }

  test('is kept although it is read-only where its address leads to no other', async () => {
    isReadOnly = true
    await open({ onState: noteState })
    const before = await pids()
    await look(2)
    expect(states).toEqual([true, true, true])
    await expect.poll(pids).toEqual(before)
    expect(events).toEqual([])
  })

  test('is left if it is read-only and its address leads to one that takes writes', async () => {
    isReadOnly = true
    await open({ onState: noteState })
    const before = await pids()
    isReadOnly = false
    vi.advanceTimersByTime(watchEveryMs)
    await expect.poll(() => events).toEqual(['lost', 'restored'])
    expect(states).toEqual([true, false])
    // No process is left of it.
    await expect.poll(pids).not.toContain(before[0])
    await expect.poll(pids).toHaveLength(1)
  })

  test('is not left with connections whose opening failed half-way', async () => {
    const fail = () => {
      throw new Error('on purpose')
    }
    await expect(open({ onState: fail })).rejects.toThrow('on purpose')
    await expect.poll(pids).toEqual([])
  })

  test('that falls silent is lost, and nothing is left on it when it is back', async () => {
    await open()
    const [pid] = await pids()
    if (pid === undefined) throw new Error('There is no connection.')
    process.kill(pid, 'SIGSTOP')
    try {
      vi.advanceTimersByTime(watchEveryMs)
      vi.advanceTimersByTime(2_000)
      await expect.poll(() => events).toEqual(['lost', 'restored'])
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await expect.poll(pids).not.toContain(pid)
    expect(await pids()).toHaveLength(1)
  })
})

describe('a standing connection', () => {
  let standing: StandingConnection
  let events: string[]
  let isReachable: boolean
  beforeEach(() => {
    events = []
    isReachable = true
    standing = createStandingConnection({
      connection: () => ({
        connectionString: created.location.databaseUrl,
        application_name: 'never used',
      }),
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
  const send = (payload: string) => other.query(`select pg_notify('seo_changed', $1)`, [payload])
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

  test('that is lost while it begins to listen says so, and that there is another', async () => {
    await standing.open()
    vi.spyOn(Client.prototype, 'query').mockImplementationOnce(() => Promise.reject(new Error()))
    await standing.listen('seo_changed', listener)
    await expect.poll(() => events).toEqual(['lost', 'restored'])
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
