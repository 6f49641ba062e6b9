import fc from 'fast-check'
import Papa from 'papaparse'

/** A cell that should run in a spreadsheet of some country. */
export const hostileCell = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...'=+-@＝＋－＠;,\t"\' \n'.split(''), '\r\n') },
      { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

const begins = /^[=+\-@＝＋－＠]/

/** Characters that some programs skip before a formula. */
const blank = /^[ "\t\r\n]+/

/**
 * The cells of a file that a spreadsheet would run, read with each sign that divides cells
 * somewhere, also by a program that knows no quotation marks.
 */
export function formulasIn(csv: string): string[] {
  const file = csv.replace(/^\uFEFF/, '')
  const cells = [',', ';', '\t'].flatMap((delimiter) => [
    ...Papa.parse<string[]>(file, { delimiter }).data.flat(),
    ...file.split(/\r\n?|\n/).flatMap((line) => line.split(delimiter)),
  ])
  const asMeant = Papa.parse<string[]>(file, { delimiter: ',' }).data.flat()
  return [
    ...cells.filter((cell) => begins.test(cell.replace(blank, ''))),
    ...asMeant.filter((cell) => /^[\t\r\n]/.test(cell)),
  ]
}
