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
