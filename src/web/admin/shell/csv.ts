import { csvBegin, csvLine } from '#/contracts/leads/csv.ts'
import type { Page } from '#/contracts/limits.ts'

export const csvType = 'text/csv;charset=utf-8'

/** The first line. */
export function csvHeaderOf(columns: readonly string[]): string {
  return `${csvBegin}${columns.join(',')}`
}

/** Rows as lines of CSV; without a line end behind the last line. */
export const toCsvRows = (rows: (string | number)[][]): string => rows.map(csvLine).join('\r\n')

/** Saves a file on the user's computer. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Long enough for the slowest browser to have begun reading the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves rows that are there as a file. */
export function downloadCsv(
  fileName: string,
  columns: readonly string[],
  rows: (string | number)[][],
): void {
  const lines = [csvHeaderOf(columns), ...rows.map(csvLine)]
  saveFile(fileName, new Blob([lines.join('\r\n')], { type: csvType }))
}

/** What is fetched page after page for an export, and how it is read. */
export type Export<Row> = {
  header: string
  toCsvRows: (rows: readonly Row[]) => string
  readPage: (cursor: string | undefined) => Promise<Page<Row>>
}

/**
 * A file of CSV, fetched page after page, as blobs, which the browser may store on the disk. Rejects
 * where a page cannot be fetched.
 */
export async function exportPages<Row>(what: Export<Row>): Promise<Blob> {
  const parts = [new Blob([what.header])]
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, nextCursor } = await what.readPage(cursor)
    if (data.length > 0) parts.push(new Blob([`\r\n${what.toCsvRows(data)}`]))
    cursor = nextCursor
  }
  return new Blob(parts, { type: csvType })
}
