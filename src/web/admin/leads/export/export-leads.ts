import type { LeadFilters, LeadPage } from '#/contracts/inbox.ts'
import type { Lead } from '#/contracts/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { requestWithProof } from '../../proof/ask-for-proof.ts'
import { exportPath } from '../list/lead-filters.ts'
import { csvHeader, csvType, leadsToCsvRows } from './leads-csv.ts'

/** Rows written without a pause: few enough that the page still answers to clicks. */
const batchSize = 250

/** Lets the browser handle other events. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

/** Blobs and not strings: the browser may store them on the disk. */
async function addRows(parts: Blob[], leads: readonly Lead[]): Promise<void> {
  for (let start = 0; start < leads.length; start += batchSize) {
    const rows = leadsToCsvRows(leads.slice(start, start + batchSize))
    parts.push(new Blob([`\r\n${rows}`]))
    await pause()
  }
}

type ExportOptions = {
  filters: LeadFilters
  order: LeadOrder
  apiBaseUrl: string
  signal: AbortSignal
  /** Called after each page with the number of leads in the file. */
  onProgress: (done: number) => void
}

/**
 * The file of all leads that match, fetched page after page. Only one page is in memory at a time.
 * Rejects where a page cannot be fetched, and when `signal` is aborted.
 */
export async function exportAll(options: ExportOptions): Promise<Blob> {
  const { filters, order, apiBaseUrl, signal, onProgress } = options
  const read = (cursor?: string) =>
    requestWithProof<LeadPage>('GET', exportPath(filters, { order, cursor }), {
      apiBaseUrl,
      signal,
    })
  let parts = [new Blob([csvHeader])]
  let done = 0
  for (let page: LeadPage | undefined = await read(); page; ) {
    // Fetched while this one is written.
    const next: Promise<LeadPage> | undefined =
      page.nextCursor === null ? undefined : read(page.nextCursor)
    // Its error is thrown below, by await; until then it must not count as unhandled.
    next?.catch(() => {})
    await addRows(parts, page.data)
    done += page.data.length
    onProgress(done)
    signal.throwIfAborted()
    // A blob of a hundred parts as one, so that the list of parts stays short.
    if (parts.length > 100) parts = [new Blob(parts)]
    page = await next
  }
  return new Blob(parts, { type: csvType })
}
