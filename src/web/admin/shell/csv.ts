import { csvBegin, csvLine } from '#/contracts/leads/csv.ts'
import type { Page } from '#/contracts/limits.ts'

export const csvType = 'text/csv;charset=utf-8'

/** The columns of a file, each with what it says of a row. */
export type Columns<Row> = readonly (readonly [name: string, cell: (row: Row) => string | number])[]

/** The first line. */
const headerOf = (names: readonly string[]) => `${csvBegin}${names.join(',')}`

/** A row of a file. */
export const lineOf = <Row>(columns: Columns<Row>, row: Row): string =>
  csvLine(columns.map(([, cell]) => cell(row)))

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
  const lines = [headerOf(columns), ...rows.map(csvLine)]
  saveFile(fileName, new Blob([lines.join('\r\n')], { type: csvType }))
}

/** What is fetched page after page for an export, and how it is read. */
export type Export<Row> = {
  columns: Columns<Row>
  readPage: (cursor: string | undefined) => Promise<Page<Row>>
}

/**
 * A file of CSV, fetched page after page, as blobs, which the browser may store on the disk. Rejects
 * where a page cannot be fetched.
 */
export async function exportPages<Row>({ columns, readPage }: Export<Row>): Promise<Blob> {
  const parts = [new Blob([headerOf(columns.map(([name]) => name))])]
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, nextCursor } = await readPage(cursor)
    parts.push(new Blob(data.map((row) => `\r\n${lineOf(columns, row)}`)))
    cursor = nextCursor
  }
  return new Blob(parts, { type: csvType })
}
