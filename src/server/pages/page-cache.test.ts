import { expect, test, vi } from 'vitest'
import type { SeoRecord } from '#/contracts/seo/seo.ts'
import { type CachedPage, createPageCache, type PageRecords } from './page-cache.ts'

/** A page as these tests render it: it says from which version of its record. */
type Rendered = CachedPage & { version: number }

/** A cache over records that are answered when the test says so, or at once. */
function openCache() {
  const versions = new Map<string, number>()
  const asked: { path: string; answer: () => void }[] = []
  let isHeldBack = false
  let isAway = false
  const rendered: string[] = []
  const said = { answerBy: 'Monday 1 PM' }

  const recordOf = (path: string) => {
    const version = versions.get(path) ?? 0
    return version === 0 ? undefined : ({ pagePath: path, version } as SeoRecord)
  }
  const cache = createPageCache({
    readStored(path) {
      if (isAway) return Promise.reject(new Error('the database is away'))
      // Read when it is asked, answered later: what changes in between is not in it.
      const ofHome = { reviews: [], answerSpeed: undefined }
      const stored = { siteVersion: 0, record: recordOf(path), ...ofHome }
      const { promise, resolve } = Promise.withResolvers<PageRecords>()
      asked.push({ path, answer: () => resolve(stored) })
      if (!isHeldBack) resolve(stored)
      return promise
    },
    answerByNow: () => said.answerBy,
    async renderPage(path, { record, answerBy }) {
      rendered.push(path)
      return { version: record?.version ?? 0, metadata: { answerBy } } as unknown as Rendered
    },
  })
  return {
    ...cache,
    asked,
    rendered,
    said,
    setAway: (away: boolean) => (isAway = away),
    versionOf: async (path: string) => ((await cache.get(path)) as Rendered).version,
    /** Somebody stores other metadata; the signal of it is sent apart. */
    change: (path: string) => versions.set(path, (versions.get(path) ?? 0) + 1),
    /** From now on answers wait until each is given. */
    holdBack: () => (isHeldBack = true),
    letGo: () => (isHeldBack = false),
  }
}

test('a page is rendered once, also for many who ask at once, and cached until it changes', async () => {
  const { versionOf, change, listener, asked, rendered } = openCache()
  expect(await Promise.all([versionOf('/a'), versionOf('/a')])).toEqual([0, 0])
  expect([await versionOf('/a'), await versionOf('/b')]).toEqual([0, 0])
  expect([asked.length, rendered]).toEqual([2, ['/a', '/b']])
  change('/a')
  listener.onMessage('/a')
  expect([await versionOf('/a'), await versionOf('/a'), asked.length]).toEqual([1, 1, 3])
  // The other one has not changed.
  await versionOf('/b')
  expect([asked.length, rendered.length]).toEqual([3, 3])
})

test('a page that is being rendered when a change arrives is not cached', async () => {
  const { versionOf, change, listener, asked } = openCache()
  const begun = versionOf('/a')
  change('/a')
  listener.onMessage('/a')
  expect(await begun).toBe(0)
  expect([await versionOf('/a'), await versionOf('/a'), asked.length]).toEqual([1, 1, 2])
})

test('who asks after a change waits for the page as it is now, not for a rendering from before', async () => {
  const { versionOf, change, invalidate, asked, holdBack } = openCache()
  holdBack()
  const before = versionOf('/a')
  change('/a')
  invalidate('/a')
  const after = [versionOf('/a')]
  expect(asked).toHaveLength(2)
  // The end of the older rendering must not make later visitors start another.
  asked[0]?.answer()
  expect(await before).toBe(0)
  after.push(versionOf('/a'))
  expect(asked).toHaveLength(2)
  asked[1]?.answer()
  expect(await Promise.all(after)).toEqual([1, 1])
  expect([await versionOf('/a'), asked.length]).toEqual([1, 2])
})

test('while the signals are lost each visit compares versions', async () => {
  const { versionOf, change, listener, asked } = openCache()
  await versionOf('/a')
  listener.onLost?.()
  // No signal says so.
  change('/a')
  expect([await versionOf('/a'), asked.length]).toEqual([1, 2])
  expect([await versionOf('/a'), asked.length]).toEqual([1, 3])
  change('/a')
  expect([await versionOf('/a'), asked.length]).toEqual([2, 4])
})

test('once signals come again nothing from before is trusted, and pages are cached', async () => {
  const { versionOf, change, listener, asked, holdBack, letGo } = openCache()
  await versionOf('/a')
  listener.onLost?.()
  holdBack()
  const begun = versionOf('/a')
  change('/a')
  listener.onRestored?.()
  asked[1]?.answer()
  expect(await begun).toBe(0)
  letGo()
  expect([await versionOf('/a'), asked.length]).toEqual([1, 3])
  expect([await versionOf('/a'), asked.length]).toEqual([1, 3])
})

test('without the database a page is served as it was, or as it is built in', async () => {
  const { versionOf, change, listener, setAway, rendered } = openCache()
  change('/a')
  await versionOf('/a')
  setAway(true)
  listener.onMessage('/a')
  expect([await versionOf('/a'), await versionOf('/b')]).toEqual([1, 0])
  // Neither is taken for fresh.
  setAway(false)
  change('/a')
  change('/b')
  expect([await versionOf('/a'), await versionOf('/b')]).toEqual([2, 1])
  expect(rendered).toEqual(['/a', '/b', '/a', '/b'])
})

test('a database that is slow delays no visitor of a page that was there', async () => {
  const { versionOf, change, listener, asked, holdBack, rendered } = openCache()
  await versionOf('/a')
  holdBack()
  change('/a')
  listener.onMessage('/a')
  // The answer never comes.
  expect(await versionOf('/a')).toBe(0)
  expect([asked.length, rendered]).toEqual([2, ['/a']])
})

test('each quarter a page says anew by when a request is answered, without the database too', async () => {
  const { get, asked, rendered, said, setAway } = openCache()
  const answerBy = async () => (await get('/a')).metadata.answerBy
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T14:59:59Z') })
  expect(await answerBy()).toBe('Monday 1 PM')
  said.answerBy = 'Monday 2 PM'
  expect(await answerBy()).toBe('Monday 1 PM')
  vi.setSystemTime('2026-11-27T15:00Z')
  expect([await answerBy(), asked.length]).toEqual(['Monday 2 PM', 2])
  vi.setSystemTime('2026-11-27T15:15Z')
  expect([await answerBy(), asked.length, rendered.length]).toEqual(['Monday 2 PM', 3, 2])
  setAway(true)
  said.answerBy = 'Monday 3 PM'
  vi.setSystemTime('2026-11-27T16:00Z')
  expect([await answerBy(), await answerBy(), rendered.length]).toEqual([
    ...['Monday 3 PM', 'Monday 3 PM'],
    3,
  ])
})
