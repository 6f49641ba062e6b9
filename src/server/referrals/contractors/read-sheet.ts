import Papa from 'papaparse'
import { otherNames } from '#/content/office/sheet-columns.ts'
import { unescapeFormulas } from '#/contracts/leads/csv.ts'
import { contractorColumns } from '#/contracts/referrals/contractors.ts'
import { type FieldName, fieldNames, missingLicense, type SheetRow } from './contractor-csv.ts'

/** What a sheet says: its columns with the field of each, its rows, and the fields of which it says nothing. */
type Sheet = {
  columns: { heading: string; field: FieldName | undefined }[]
  rows: SheetRow[]
  unsaid: FieldName[]
}

/** With the names of the columns, and what stands above them. */
const mostRows = 5_000

const mostColumns = 200

/** As many rows are looked at for the names of the columns: a sheet may begin with its title. */
const mostRowsAbove = 20

/** In UTF-16 code units; what is longer is cut. */
const longestHeading = 80
const longestHead = 100_000

/** Returns a heading in small letters, without what people write between them: 'License No.' is 'licenseno'. */
function plainName(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** What people call the column of a field, the best first. */
const namesOf = (field: FieldName) => [
  plainName(contractorColumns[field]),
  ...(otherNames[field] ?? []),
]

const isBlank = (cell: string) => cell.trim() === ''

/** More space in a row than anybody types, but for what divides cells: the parser reads it again for each quotation mark. */
const longSpace = (delimiter: string) =>
  delimiter === '\t' ? /[^\S\n\t]{100,}/g : /[^\S\n]{100,}/g

/** The rows of a text, as many as that at most: it may have a million that are empty. */
function parse(text: string, delimiter: string, preview: number) {
  const options = { delimiter, newline: '\n', preview, fastMode: false } as const
  return Papa.parse<string[]>(text.replace(longSpace(delimiter), ' '), options)
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

/** Which row names the columns, and what divides them: the first in which a cell names the license number. */
function findHead(text: string) {
  const names = namesOf('licenseNumber')
  for (const delimiter of [',', ';', '\t', '|']) {
    const { data } = parse(text.slice(0, longestHead), delimiter, mostRowsAbove)
    const place = data.findIndex((row) => row.some((cell) => names.includes(plainName(cell))))
    if (place >= 0) return { delimiter, place }
  }
  return { delimiter: ',', place: 0 }
}

/** Where each field stands: under its best name, of the columns in which something stands if there is one. */
function findPlaces(headings: readonly string[], rows: readonly string[][]) {
  const isFilled = headings.map((_, at) => rows.some((row) => !isBlank(row[at] ?? '')))
  const places = new Map<number, FieldName>()
  for (const field of fieldNames) {
    const found = namesOf(field).flatMap((name) =>
      [...headings.keys()].filter(
        (at) => plainName(headings[at] ?? '') === name && !places.has(at),
      ),
    )
    const at = found.find((each) => isFilled[each]) ?? found[0]
    if (at !== undefined) places.set(at, field)
  }
  return places
}

/**
 * Reads a file that this product, a spreadsheet or a person has written, whose columns are found
 * by their names; or returns what is wrong with it.
 */
export function readSheet(csv: string): Sheet | { problem: string } {
  const text = trimSheet(csv)
  const head = findHead(text)
  // The parser takes away what `csvBegin` is.
  const { data, errors } = parse(text, head.delimiter, mostRows + 1)
  const headings = headingsOf(data[head.place] ?? [])
  if (headings.length === 0) return { problem: 'The first row of the file must name the columns.' }
  if (headings.length > mostColumns) {
    return { problem: `The file has too many columns: ${mostColumns} at most.` }
  }
  if (data.length > mostRows) return { problem: `The file has too many rows: ${mostRows} at most.` }
  const fieldAt = findPlaces(headings, data.slice(head.place + 1))
  const placeOf = new Map([...fieldAt].map(([at, field]) => [field, at]))
  const unsaid = fieldNames.filter((field) => !placeOf.has(field))
  if (unsaid.includes('licenseNumber')) return { problem: missingLicense(headings) }
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const problemOf = (cells: readonly string[], place: number) => {
    if (broken.has(place)) return 'The quotation marks in this row don’t match.'
    return cells.slice(headings.length).every(isBlank)
      ? undefined
      : 'This row has more cells than there are columns. Put any cell with a comma in quotation marks.'
  }
  const rows = data.flatMap((cells, place): SheetRow[] => {
    if (place <= head.place || cells.every(isBlank)) return []
    const cellOf = (field: FieldName) => unescapeFormulas(cells[placeOf.get(field) ?? -1] ?? '')
    const named = Object.fromEntries(fieldNames.map((field) => [field, cellOf(field)]))
    const problem = problemOf(cells, place)
    return [{ row: place + 1, cells: named as SheetRow['cells'], problem }]
  })
  return {
    columns: headings.map((heading, at) => ({ heading, field: fieldAt.get(at) })),
    rows,
    unsaid,
  }
}
