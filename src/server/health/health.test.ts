import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { createHealth, type Found, type Source } from './health.ts'

const waits = (text: string): Found => ({ key: 'requests-wait', text })
const silent: Found = { key: 'check-silent', text: 'The check of the probe is stuck.' }

/** A list with these sources, and the lines of its log. */
function listOf(...sources: (Partial<Source> & Pick<Source, 'find'>)[]) {
  const lines: string[] = []
  const line = (level: string) => (_facts: object, text: string) => lines.push(`${level}: ${text}`)
  const log = { error: line('error'), warn: line('warn'), info: line('info') }
  const health = createHealth(log as unknown as Parameters<typeof createHealth>[0])
  for (const source of sources) health.add({ name: 'the probe', everyMs: 0, ...source })
  return { health, lines }
}

function freezeTime() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'Date'], now: 0 })
}

test('findings come the most urgent first, with severity and advice, to those who may read them', async () => {
  const { health } = listOf(
    { find: () => [{ key: 'backup-late', text: 'Late.', links: [{ text: 'See', path: '/x' }] }] },
    { isPublic: true, find: async () => [waits('2 requests wait.')] },
    {
      isPublic: true,
      find: () => [
        { key: 'database-full', text: 'Full.', detail: 'Very.' },
        { key: 'excess-right', text: 'It has too many rights.' },
      ],
    },
  )
  expect(await health.look('all')).toMatchObject(
    [
      { key: 'database-full', severity: 'bad', detail: 'Very.', advice: /needs more space/ },
      { key: 'requests-wait', severity: 'bad', detail: null, links: [] },
      { key: 'backup-late', severity: 'bad', links: [{ text: 'See', path: '/x' }] },
      { key: 'excess-right', severity: 'warn' },
    ].map(({ advice, ...rest }) => ({
      ...rest,
      ...(advice && { advice: expect.stringMatching(advice) }),
    })),
  )
  expect((await health.look('public')).map(({ key }) => key)).toEqual([
    'database-full',
    'requests-wait',
  ])
})

test('a finding is from when it was first seen, whatever its number is, and logged when it begins and ends', async () => {
  freezeTime()
  let found: Found[] = []
  const { health, lines } = listOf({ find: () => found })
  expect(await health.look('all')).toEqual([])
  found = [waits('1 request waits.')]
  vi.setSystemTime(1_000)
  await health.look('all')
  found = [waits('20 requests wait.')]
  vi.setSystemTime(9_000)
  expect(await health.look('all')).toMatchObject([
    { text: '20 requests wait.', since: '1970-01-01T00:00:01.000Z' },
  ])
  expect(lines).toEqual(['error: 1 request waits.'])
  // Nothing else tells of a folder that goes away while the site runs.
  found = [{ key: 'backup-folder', text: 'There’s no folder.' }]
  await health.look('all')
  await health.look('all')
  expect(lines).toEqual([
    'error: 1 request waits.',
    'error: There’s no folder.',
    'info: Resolved: 20 requests wait.',
  ])
  found = [{ ...waits('1 request waits.'), since: new Date(5) }]
  expect(await health.look('all')).toMatchObject([{ since: '1970-01-01T00:00:00.005Z' }])
})

test('a check that hangs is a finding, holds up nothing for long, and is not begun again', async () => {
  freezeTime()
  const { promise, resolve } = Promise.withResolvers<Found[]>()
  const find = vi.fn(() => promise)
  const { health } = listOf({ find }, { name: 'Another', find: () => [waits('1 waits.')] })
  const first = health.look('all')
  await vi.advanceTimersByTimeAsync(2_500)
  expect(await first).toMatchObject([waits('1 waits.'), silent])
  // A later call does not wait.
  expect(await health.look('all')).toMatchObject([waits('1 waits.'), silent])
  expect(find).toHaveBeenCalledTimes(1)
  resolve([])
  await vi.advanceTimersByTimeAsync(0)
  expect(await health.look('all')).toMatchObject([waits('1 waits.')])
  expect(find).toHaveBeenCalledTimes(2)
})

test('what asks a database that is away is silent, and another failure is a finding', async () => {
  freezeTime()
  const away = new DrizzleQueryError('select 1', [], new Error('Connection terminated'))
  let error: Error = away
  const database: Found[] = []
  const { health } = listOf(
    { find: () => Promise.reject(error) },
    { find: () => new Promise(() => {}) },
    { find: () => database },
  )
  const look = async () => {
    const looked = health.look('all')
    await vi.advanceTimersByTimeAsync(2_500)
    return (await looked).map(({ key }) => key)
  }
  expect(await look()).toEqual(['check-silent'])
  database.push({ key: 'database-migrating', text: 'It is being brought to this version.' })
  expect(await look()).toEqual(['database-migrating'])
  error = new TypeError('x is not a function')
  expect(await look()).toEqual(['database-migrating', 'check-failed'])
})
