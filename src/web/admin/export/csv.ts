import Papa from 'papaparse'

/** The media type of the file. */
export const csvType = 'text/csv;charset=utf-8'

/** The first line. It begins with a byte order mark: without one Excel does not read it as UTF-8. */
export function csvHeaderOf(columns: readonly string[]): string {
  return `\uFEFF${columns.join(',')}`
}

/**
 * The first characters of a cell that a spreadsheet may run as a formula, with the full-width ones
 * that some versions read as the same (OWASP, CSV Injection). The library's own pattern misses cells
 * of several lines.
 */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Rows as lines of CSV (RFC 4180) with no cell that a spreadsheet would run; without a line end
 * behind the last line.
 */
export function toCsvRows(rows: (string | number)[][]): string {
  return Papa.unparse(rows, { newline: '\r\n', escapeFormulae: formulaStart })
}
