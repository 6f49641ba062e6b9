/**
 * The first characters of a cell that a spreadsheet may run as a formula, with the full-width ones
 * that some versions read as the same (OWASP, CSV Injection). The library's own pattern misses cells
 * of several lines.
 */
export const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** What a file of CSV begins with: without a byte order mark Excel does not read it as UTF-8. */
export const csvBegin = '\uFEFF'
