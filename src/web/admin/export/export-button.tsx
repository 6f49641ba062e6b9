import { useEffect, useRef, useState } from 'react'
import { showToast } from '../../ui/show-toast.ts'
import { ToolButton } from '../shell/filters.tsx'
import { hasCode } from '../shell/request-errors.ts'
import { csvType, saveFile } from './csv.ts'

/** Rows written without a pause: few enough that the page still answers to clicks. */
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

type ExportButtonProps<Row> = {
  what: Export<Row>
  fileName: string
  /** How many rows there will be; undefined where nobody knows. */
  total: number | undefined
  /** The name of the progress bar. */
  progressLabel: string
  /** The text of the toast where it fails. */
  failure: string
  /** True while there is nothing to export. */
  isOff: boolean
}

/** Exports rows as CSV, with a progress bar while they are fetched. */
export function ExportButton<Row>(props: ExportButtonProps<Row>) {
  const { what, fileName, total, progressLabel, failure, isOff } = props
  const [done, setDone] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run() {
    const controller = new AbortController()
    running.current = controller
    setDone(0)
    try {
      const { signal } = controller
      const file = await exportPages(what, { signal, onProgress: setDone })
      if (!signal.aborted) saveFile(fileName, file)
    } catch (error) {
      if (!controller.signal.aborted && !hasCode(error, 'proof_needed')) {
        showToast({ title: 'Error', text: failure, tone: 'destructive' })
      }
    } finally {
      setDone(undefined)
    }
  }

  if (done === undefined) {
    return (
      <ToolButton isOff={isOff} onPress={run}>
        Export CSV
      </ToolButton>
    )
  }
  return (
    <span className="export">
      <progress
        className="export-progress"
        aria-label={progressLabel}
        {...(total !== undefined && { max: Math.max(total, done, 1), value: done })}
      />
      <span className="export-count">{done.toLocaleString('en-US')}</span>
      <ToolButton isOff={false} onPress={() => running.current?.abort()}>
        Cancel export
      </ToolButton>
    </span>
  )
}
