import type { LeadFilters, LeadPage } from '#/contracts/inbox.ts'
import type { Lead } from '#/contracts/leads.ts'
import { type LeadOrder, pageLimits } from '#/contracts/limits.ts'
import { request } from '../../../request.ts'
import { pagePath } from '../list/lead-filters.ts'
import { csvHeader, csvType, leadsToCsvRows } from './leads-csv.ts'

/** So many rows are made into text at a time: the page stays quick meanwhile. */
const batchSize = 250

/** Gives the browser a moment for whatever else there is to do. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

/** The file for some leads. Its parts are the browser's to keep, on the disk if need be. */
async function addRows(parts: Blob[], leads: readonly Lead[]): Promise<void> {
  for (let start = 0; start < leads.length; start += batchSize) {
    const rows = leadsToCsvRows(leads.slice(start, start + batchSize))
    parts.push(new Blob([`\r\n${rows}`]))
    await pause()
  }
}

/** The file for leads that are all there. */
export async function exportHeld(leads: readonly Lead[]): Promise<Blob> {
  const parts = [new Blob([csvHeader])]
  await addRows(parts, leads)
  return new Blob(parts, { type: csvType })
}

type ExportOptions = {
  filters: LeadFilters
  order: LeadOrder
  apiBaseUrl: string
  signal: AbortSignal
  /** Called with the number of leads that are in the file by now. */
  onProgress: (done: number) => void
}

/** The file for all leads that match, paged in one page after the other; none of them is kept. */
export async function exportAll(options: ExportOptions): Promise<Blob> {
  const { filters, order, apiBaseUrl, signal, onProgress } = options
  const read = (cursor?: string) =>
    request<LeadPage>('GET', pagePath(filters, { order, limit: pageLimits.max, cursor }), {
      apiBaseUrl,
      signal,
    })
  let parts = [new Blob([csvHeader])]
  let done = 0
  for (let page: LeadPage | undefined = await read(); page; ) {
    // The next page is under way while this one is written.
    const next: Promise<LeadPage> | undefined =
      page.nextCursor === null ? undefined : read(page.nextCursor)
    next?.catch(() => {})
    await addRows(parts, page.data)
    done += page.data.length
    onProgress(done)
    signal.throwIfAborted()
    // One part instead of thousands.
    if (parts.length > 100) parts = [new Blob(parts)]
    page = await next
  }
  return new Blob(parts, { type: csvType })
}
