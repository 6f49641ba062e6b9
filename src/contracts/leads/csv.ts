/** What a file of CSV begins with: without a byte order mark Excel does not read it as UTF-8. */
export const csvBegin = '\uFEFF'

/**
 * Where a spreadsheet may find a formula in a text: at its beginning, and behind what divides cells and
 * rows, because in many countries that is a semicolon and quotation marks then count for nothing. The
 * full-width signs are read as the others by some versions (OWASP, CSV Injection).
 */
const beforeFormula = /(^|[;,\t\r\n])([ "]*)('*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** What a spreadsheet may skip before it looks for a formula, at the beginning of a text. */
const beforeBlank = /^('*)(?=[\t\r\n])/

/**
 * A text as a cell that no spreadsheet runs: with an apostrophe before each formula, and one more
 * where an apostrophe was typed there.
 */
function escapeFormulas(text: string): string {
  return text.replace(beforeFormula, "$1$2'$3").replace(beforeBlank, "'$1")
}

/** What a cell is quoted for: what ends it, and blanks that a program would take away. */
const quoted = /[",\r\n]|^\s|\s$/

/** Returns a row as a line of CSV (RFC 4180) without its end, with no cell that a spreadsheet would run. */
export function csvLine(cells: readonly (string | number)[]): string {
  const written = cells.map((cell) => {
    const text = typeof cell === 'string' ? escapeFormulas(cell) : String(cell)
    return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return written.join(',')
}

/** Reverses `escapeFormulas`. */
export function unescapeFormulas(cell: string): string {
  const withoutOne = (apostrophes: string) => apostrophes.slice(1)
  return cell
    .replace(beforeBlank, withoutOne)
    .replace(beforeFormula, (_, divider, blanks, apostrophes) => {
      return divider + blanks + withoutOne(apostrophes)
    })
}
