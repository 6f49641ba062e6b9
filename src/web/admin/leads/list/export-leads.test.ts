import { afterEach, expect, it, vi } from 'vitest'
import { leadEntry } from '#tests/support/factories.ts'
import { exportPages } from '../../shell/csv.ts'
import { noFilters } from '../lead-filters.ts'
import { leadsExport } from './leads-csv.ts'

afterEach(() => vi.unstubAllGlobals())

const leads = Array.from({ length: 2_500 }, (_, index) =>
  leadEntry({ name: `=Lead "${index}"`, message: 'a\nb' }),
)

/** A server with these leads, a thousand to a page. */
function serveLeads() {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    signal?.throwIfAborted()
    paths.push(path)
    const start = Number(new URL(path, 'http://server').searchParams.get('cursor') ?? 0)
    const end = start + 1_000
    const nextCursor = end < leads.length ? String(end) : null
    return Response.json({ data: leads.slice(start, end), nextCursor })
  })
  return paths
}

const textOf = async (file: Blob) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())

const options = { filters: noFilters, order: 'newest', apiBaseUrl: '' } as const

it('makes one file of leads fetched page by page', async () => {
  const paths = serveLeads()
  const progress: number[] = []
  const { signal } = new AbortController()
  const onProgress = (done: number) => void progress.push(done)
  const fetched = await exportPages(leadsExport(options), { signal, onProgress })
  const text = await textOf(fetched)
  expect(text.split('\r\n')).toHaveLength(2_501)
  expect(text.startsWith('\uFEFFID,Name,')).toBe(true)
  expect(text.endsWith(',New')).toBe(true)
  expect(progress).toEqual([1_000, 2_000, 2_500])
  expect(paths).toHaveLength(3)
})

it('stops fetching when it is cancelled', async () => {
  const paths = serveLeads()
  const controller = new AbortController()
  const file = exportPages(leadsExport(options), {
    signal: controller.signal,
    onProgress: () => controller.abort(),
  })
  await expect(file).rejects.toThrow('aborted')
  expect(paths.length).toBeLessThan(3)
})
