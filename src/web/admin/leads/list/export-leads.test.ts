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
  vi.stubGlobal('fetch', async (path: string) => {
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

const options = { filters: noFilters, order: 'newest' } as const

it('makes one file of leads fetched page by page', async () => {
  const paths = serveLeads()
  const text = await textOf(await exportPages(leadsExport(options)))
  expect(text.split('\r\n')).toHaveLength(2_501)
  expect(text.startsWith('\uFEFFID,Name,')).toBe(true)
  expect(text.endsWith(',New')).toBe(true)
  expect(paths).toHaveLength(3)
})
