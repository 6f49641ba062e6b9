import { expect, test } from 'vitest'
import type { PageMetadata, SeoRecord } from '#/contracts/seo.ts'
import type { CachedPage } from './cached-page.ts'
import { createPageStore, type StoredPage } from './page-store.ts'

/** A store over records that are answered when the test says so, or at once. */
function openStore() {
  const versions = new Map<string, number>()
  const asked: { path: string; answer: () => void }[] = []
  const served: string[] = []
  let isHeldBack = false

  const recordOf = (path: string) => {
    const version = versions.get(path) ?? 0
    return version === 0 ? undefined : ({ pagePath: path, version } as SeoRecord)
  }
  const store = createPageStore({
    readRecord(path) {
      // Read when it is asked, answered later: what changes in between is not in it.
      const record = recordOf(path)
      const { promise, resolve } = Promise.withResolvers<SeoRecord | undefined>()
      asked.push({ path, answer: () => resolve(record) })
      if (!isHeldBack) resolve(record)
      return promise
    },
    make: async (_path, record): Promise<StoredPage> => ({
      page: {} as CachedPage,
      metadata: {} as PageMetadata,
      version: record?.version ?? 0,
    }),
    onPage: (from) => served.push(from),
  })
  return {
    ...store,
    asked,
    served,
    versionOf: async (path: string) => (await store.get(path)).version,
    /** Somebody stores other metadata; whether anybody is told is another thing. */
    change: (path: string) => versions.set(path, (versions.get(path) ?? 0) + 1),
    /** From now on answers wait until each is given. */
    holdBack: () => (isHeldBack = true),
    letGo: () => (isHeldBack = false),
  }
}

test('a page is made once, also for many who ask at once, and kept until it changes', async () => {
  const { versionOf, change, listener, asked, served } = openStore()
  expect(await Promise.all([versionOf('/a'), versionOf('/a')])).toEqual([0, 0])
  expect([await versionOf('/a'), await versionOf('/b')]).toEqual([0, 0])
  expect([asked.length, served]).toEqual([2, ['made', 'cache', 'made']])
  change('/a')
  listener.onMessage('/a')
  expect([await versionOf('/a'), await versionOf('/a'), asked.length]).toEqual([1, 1, 3])
  // The other one has not changed.
  await versionOf('/b')
  expect([asked.length, served.at(-1)]).toEqual([3, 'cache'])
})

test('a page that is being made when a change arrives is not kept', async () => {
  const { versionOf, change, listener, asked } = openStore()
  const begun = versionOf('/a')
  change('/a')
  listener.onMessage('/a')
  expect(await begun).toBe(0)
  expect([await versionOf('/a'), await versionOf('/a'), asked.length]).toEqual([1, 1, 2])
})

test('who asks after a change waits for the page as it is now, not for the one being made', async () => {
  const { versionOf, change, forget, asked, holdBack } = openStore()
  holdBack()
  const before = versionOf('/a')
  change('/a')
  forget('/a')
  const after = [versionOf('/a')]
  expect(asked).toHaveLength(2)
  // The end of the old one does not make the next ones ask once more.
  asked[0]?.answer()
  expect(await before).toBe(0)
  after.push(versionOf('/a'))
  expect(asked).toHaveLength(2)
  asked[1]?.answer()
  expect(await Promise.all(after)).toEqual([1, 1])
  expect([await versionOf('/a'), asked.length]).toEqual([1, 2])
})

test('while no changes are heard each request compares versions', async () => {
  const { versionOf, change, listener, asked, served } = openStore()
  await versionOf('/a')
  listener.onLost?.()
  // Nobody hears of these.
  change('/a')
  expect([await versionOf('/a'), asked.length]).toEqual([1, 2])
  expect([await versionOf('/a'), asked.length]).toEqual([1, 3])
  change('/a')
  expect([await versionOf('/a'), asked.length]).toEqual([2, 4])
  expect(served).toEqual(['made', 'made', 'made', 'made'])
})

test('once changes are heard again nothing from before is trusted, and pages are kept', async () => {
  const { versionOf, change, listener, asked, holdBack, letGo } = openStore()
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
