import Papa from 'papaparse'
import { csvBegin, escapeFormulas } from '#/contracts/leads/csv.ts'

/** The media type of the file. */
export const csvType = 'text/csv;charset=utf-8'

/** The first line. */
export function csvHeaderOf(columns: readonly string[]): string {
  return `${csvBegin}${columns.join(',')}`
}

/**
 * Rows as lines of CSV (RFC 4180) with no cell that a spreadsheet would run; without a line end
 * behind the last line.
 */
export function toCsvRows(rows: (string | number)[][]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? escapeFormulas(cell) : cell)),
  )
  return Papa.unparse(cells, { newline: '\r\n' })
}

/** Long enough for the slowest browser to have begun reading the file. */
const revokeAfterMs = 60_000

/** Saves a file on the user's computer. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}

/** Rows written without a pause: few enough that the page still reacts to clicks. */
const batchSize = 250

/** Lets the browser handle other events. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

/** What is exported, and how it is read. */
export type Export<Row> = {
  /** The first line of the file. */
  header: string
  toCsvRows: (rows: readonly Row[]) => string
  readPage: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<{ data: readonly Row[]; nextCursor: string | null }>
}

/** Adds blobs and not strings: the browser may store them on the disk. */
async function addRows<Row>(
  parts: Blob[],
  rows: readonly Row[],
  toCsvRows: Export<Row>['toCsvRows'],
) {
  for (let start = 0; start < rows.length; start += batchSize) {
    parts.push(new Blob([`\r\n${toCsvRows(rows.slice(start, start + batchSize))}`]))
    await pause()
  }
}

/**
 * A file of CSV, fetched page after page. Only one page is in memory at a time. `onProgress` is called
 * after each with the number of rows in the file. Rejects where a page cannot be fetched, and when
 * `signal` is aborted.
 */
export async function exportPages<Row>(
  { header, toCsvRows, readPage }: Export<Row>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<Blob> {
  let parts = [new Blob([header])]
  let done = 0
  for (let page = await readPage(undefined, signal); ; ) {
    // Fetched while this one is written.
    const next = page.nextCursor === null ? undefined : readPage(page.nextCursor, signal)
    // Its error is thrown below, by await; until then it must not count as unhandled.
    next?.catch(() => {})
    await addRows(parts, page.data, toCsvRows)
    done += page.data.length
    onProgress(done)
    signal.throwIfAborted()
    // A blob of a hundred parts as one, so that the list of parts stays short.
    if (parts.length > 100) parts = [new Blob(parts)]
    if (!next) return new Blob(parts, { type: csvType })
    page = await next
  }
}
