import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadMetadata, prefetchMetadata } from './page-metadata.ts'

const site = { name: 'Site', apiBaseUrl: '' }
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)

let status = 200
let reads: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  reads = []
  status = 200
  vi.stubGlobal('fetch', async (url: string) => {
    reads.push(decodeURIComponent(url.replace(/.*path=/, '')))
    return new Response(JSON.stringify({ data: { title: `Title ${reads.length}` } }), { status })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('what was read stays while a page uses it, and five minutes longer', async () => {
  const first = await loadMetadata('/kept', site)
  await minutes(60)
  expect(await prefetchMetadata('/kept', site)).toBe(first)
  await loadMetadata('/other', site)
  await minutes(4)
  expect(await loadMetadata('/kept', site)).toBe(first)
  await loadMetadata('/other', site)
  await minutes(5)
  expect(await loadMetadata('/kept', site)).not.toBe(first)
  expect(reads).toEqual(['/kept', '/other', '/kept'])
})

test('a failure is tried three times more, is logged, and is not kept', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  status = 500
  const shown = loadMetadata('/failing', site)
  await minutes(1)
  expect(await shown).toMatchObject({ title: 'Site', imageAlts: [] })
  expect(reads).toHaveLength(4)
  expect(log).toHaveBeenCalledOnce()
  status = 404
  await loadMetadata('/failing', site)
  expect(reads, 'what is not there is not tried again').toHaveLength(5)
  status = 200
  expect(await loadMetadata('/failing', site)).toMatchObject({ title: 'Title 6' })
})
