import Papa from 'papaparse'
import { unescapeFormulas } from '#/contracts/leads/csv.ts'

/** A field of a sheet: what its column is called, and what else people call it, as `plainName` writes it. */
export type SheetField<Name extends string> = {
  name: Name
  label: string
  others: readonly string[]
}

/** A row of a sheet: what stands in it, or why it cannot be read. */
export type SheetRow<Name extends string> = { row: number; cells: Record<Name, string> } & {
  problem: string | undefined
}

/** What a sheet says: its columns, its rows, and the fields of which it says nothing. */
export type Sheet<Name extends string> = {
  headings: string[]
  placeOf: Record<Name, number | null>
  rows: SheetRow<Name>[]
  unsaid: Name[]
}

const mostRows = 5_000

const mostColumns = 200

/** In UTF-16 code units; what is longer is cut. */
const longestHeading = 80

/** A heading in small letters, without what people write between them: 'License No.' is 'licenseno'. */
export function plainName(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Spreadsheets of other languages put a semicolon between the cells. */
function delimiterOf(csv: string): string {
  const [header = ''] = csv.split(/[\r\n]/, 1)
  const count = (character: string) => header.split(character).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** Where each field stands, by what the columns are called. */
function findPlaces<Name extends string>(
  fields: readonly SheetField<Name>[],
  headings: readonly string[],
): Partial<Record<Name, number>> {
  const names = headings.map(plainName)
  const taken = new Set<number>()
  const places: Partial<Record<Name, number>> = {}
  for (const isExact of [true, false]) {
    for (const { name: field, label, others } of fields) {
      const wanted = isExact ? [plainName(label)] : others
      const place = names.findIndex((name, at) => !taken.has(at) && wanted.includes(name))
      if (place < 0 || places[field] !== undefined) continue
      places[field] = place
      taken.add(place)
    }
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
  // The parser takes away what `csvBegin` is.
  const { data, errors } = Papa.parse<string[]>(csv, { delimiter: delimiterOf(csv) })
  const headings = (data[0] ?? []).map((cell) => cell.trim().slice(0, longestHeading))
  if (!headings.some((heading) => /\p{L}/u.test(heading))) {
    return { problem: 'The first row of the file must name the columns.' }
  }
  if (headings.length > mostColumns) {
    return { problem: `The file has too many columns: ${mostColumns} at most.` }
  }
  if (data.length > mostRows) return { problem: `The file has too many rows: ${mostRows} at most.` }
  const found = findPlaces(fields, headings)
  const ofEach = <Value>(of: (name: Name) => Value) =>
    Object.fromEntries(fields.map(({ name }) => [name, of(name)])) as Record<Name, Value>
  const placeOf = ofEach((name) => {
    const place = found[name] ?? -1
    return headings[place] === undefined ? null : place
  })
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const problemOf = (cells: readonly string[], place: number) => {
    if (broken.has(place)) return 'The quotation marks in this row do not match.'
    return cells.slice(headings.length).some((cell) => cell.trim() !== '')
      ? 'This row has more cells than there are columns. A comma needs quotation marks.'
      : undefined
  }
  const rows = data.flatMap((cells, place) => {
    if (place === 0 || cells.every((cell) => cell.trim() === '')) return []
    const read = ofEach((name) => unescapeFormulas(cells[placeOf[name] ?? -1] ?? ''))
    return [{ row: place + 1, cells: read, problem: problemOf(cells, place) }]
  })
  const unsaid = fields.map(({ name }) => name).filter((name) => placeOf[name] === null)
  return { headings, placeOf, rows, unsaid }
}
