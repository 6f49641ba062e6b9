import Papa from 'papaparse'
import { unescapeFormulas } from '#/contracts/leads/csv.ts'

/** A field of a sheet: what people call its column, the best first, as `plainName` writes it. */
export type SheetField<Name extends string> = { name: Name; names: readonly string[] }

/** A row of a sheet: what stands in it, or why it cannot be read. */
type SheetRow<Name extends string> = { row: number; cells: Record<Name, string> } & {
  problem: string | undefined
}

/** What a sheet says: its columns with the field of each, its rows, and the fields of which it says nothing. */
export type Sheet<Name extends string> = {
  columns: { heading: string; field: Name | undefined }[]
  rows: SheetRow<Name>[]
  unsaid: Name[]
}

/** With the names of the columns, and what stands above them. */
const mostRows = 5_000

const mostColumns = 200

/** As many rows are looked at for the names of the columns: a sheet may begin with its title. */
const mostRowsAbove = 20

/** In UTF-16 code units; what is longer is cut. */
const longestHeading = 80
const longestHead = 100_000

/** A heading in small letters, without what people write between them: 'License No.' is 'licenseno'. */
export function plainName(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

const isBlank = (cell: string) => cell.trim() === ''

/** The rows of a text, as many as that at most: it may have a million that are empty. */
function parse(text: string, delimiter: string, preview: number) {
  const options = { delimiter, newline: '\n', preview, fastMode: false } as const
  return Papa.parse<string[]>(text, options)
}

/** The text with one kind of line ends, and without the empty rows at its end. */
function trimSheet(csv: string): string {
  const text = csv.replace(/\r\n?/g, '\n')
  let last = text.length - 1
  while (/[\s,;|]/.test(text.charAt(last))) last -= 1
  const end = text.indexOf('\n', last)
  return end < 0 ? text : text.slice(0, end)
}

function headingsOf(row: readonly string[]): string[] {
  const last = row.findLastIndex((cell) => !isBlank(cell))
  return row.slice(0, last + 1).map((cell) => cell.trim().slice(0, longestHeading))
}

/** Which row names the columns, and what divides them: that by which the most names are known. */
function findHead<Name extends string>(fields: readonly SheetField<Name>[], text: string) {
  const known = new Set(fields.flatMap(({ names }) => names))
  const best = { delimiter: ',', place: 0, isKnown: 0, named: 0 }
  for (const delimiter of [',', ';', '\t', '|']) {
    const { data } = parse(text.slice(0, longestHead), delimiter, mostRowsAbove)
    for (const [place, row] of data.entries()) {
      const headings = headingsOf(row.slice(0, mostColumns)).filter((name) => /\p{L}/u.test(name))
      const isKnown = headings.filter((heading) => known.has(plainName(heading))).length
      const named = headings.length
      const isBetter = isKnown === best.isKnown ? named > best.named : isKnown > best.isKnown
      if (isBetter) Object.assign(best, { delimiter, place, isKnown, named })
    }
  }
  return best
}

/** Where each field stands: of its columns one in which something stands, under its best name. */
function findPlaces<Name extends string>(
  fields: readonly SheetField<Name>[],
  headings: readonly string[],
  rows: readonly string[][],
): Map<Name, number> {
  const filled = headings.map((_, at) => rows.filter((row) => !isBlank(row[at] ?? '')).length)
  const free = new Map(headings.map((heading, at) => [at, plainName(heading)]))
  const places = new Map<Name, number>()
  for (const { name, names } of fields) {
    const rank = (at: number) => names.indexOf(free.get(at) ?? '')
    const isEmpty = (at: number) => Number(filled[at] === 0)
    const fillOf = (at: number) => filled[at] ?? 0
    const [best] = [...free.keys()]
      .filter((at) => rank(at) >= 0)
      .sort((a, b) => isEmpty(a) - isEmpty(b) || rank(a) - rank(b) || fillOf(b) - fillOf(a))
    if (best === undefined) continue
    places.set(name, best)
    free.delete(best)
  }
  return places
}

/**
 * Reads a file that this product, a spreadsheet or a person has written, whose columns are found
 * by their names; or returns what is wrong with it.
 */
export function readSheet<Name extends string>(
  fields: readonly SheetField<Name>[],
  csv: string,
): Sheet<Name> | { problem: string } {
  const text = trimSheet(csv)
  const head = findHead(fields, text)
  // The parser takes away what `csvBegin` is.
  const { data, errors } = parse(text, head.delimiter, mostRows + 1)
  const headings = headingsOf(data[head.place] ?? [])
  if (head.named === 0) return { problem: 'The first row of the file must name the columns.' }
  if (headings.length > mostColumns) {
    return { problem: `The file has too many columns: ${mostColumns} at most.` }
  }
  if (data.length > mostRows) return { problem: `The file has too many rows: ${mostRows} at most.` }
  const places = findPlaces(fields, headings, data.slice(head.place + 1))
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const problemOf = (cells: readonly string[], place: number) => {
    if (broken.has(place)) return 'The quotation marks in this row do not match.'
    return cells.slice(headings.length).every(isBlank)
      ? undefined
      : 'This row has more cells than there are columns. A comma needs quotation marks.'
  }
  const rows = data.flatMap((cells, place) => {
    if (place <= head.place || cells.every(isBlank)) return []
    const read = fields.map(({ name }) => [
      name,
      unescapeFormulas(cells[places.get(name) ?? -1] ?? ''),
    ])
    return [{ row: place + 1, cells: Object.fromEntries(read), problem: problemOf(cells, place) }]
  })
  const fieldAt = new Map([...places].map(([name, at]) => [at, name]))
  const columns = headings.map((heading, at) => ({ heading, field: fieldAt.get(at) }))
  const unsaid = fields.map(({ name }) => name).filter((name) => !places.has(name))
  return { columns, rows, unsaid }
}
