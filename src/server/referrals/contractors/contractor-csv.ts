import Papa from 'papaparse'
import { services } from '#/content/services.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { csvBegin, escapeFormulas, unescapeFormulas } from '#/contracts/leads/csv.ts'
import { usualOpenOffers } from '#/contracts/referrals/contractor-limits.ts'
import {
  type ContractorFields,
  contractorFieldsSchema,
  contractorServiceIds,
} from '#/contracts/referrals/contractors.ts'
import { hoursInWords, readHours } from '#/contracts/referrals/offer-hours.ts'
import { towns } from '#/contracts/site/towns.ts'

/** A column: how a value is written, and read into what the schema checks. */
type Column<Value> = {
  name: string
  write: (value: Value) => string
  read: (cell: string) => unknown
}

const text = (name: string): Column<string> => ({ name, write: (value) => value, read: same })
const same = (cell: string) => cell

/** As Excel writes a day when a file is saved there: 8/31/2027. */
const spreadsheetDay = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

function readDay(cell: string): string {
  return cell
    .trim()
    .replace(
      spreadsheetDay,
      (_, month: string, day: string, year: string) =>
        `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    )
}

const day = (name: string): Column<string> => ({ ...text(name), read: readDay })

const emptyIsNull =
  <Value>(read: (cell: string) => Value) =>
  (cell: string) =>
    cell.trim() === '' ? null : read(cell)

/** Several names in one cell; `nameOf` says how a choice is written. */
function names<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  nameOf: (choice: Choice) => string,
): Column<Choice[]> {
  const choiceOf = new Map(
    choices.flatMap((choice) => [
      [choice.toLowerCase(), choice],
      [nameOf(choice).toLowerCase(), choice],
    ]),
  )
  return {
    name,
    write: (chosen) => chosen.map(nameOf).join('; '),
    read: (cell) =>
      cell
        .split(/[;,\n]/)
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => choiceOf.get(part.toLowerCase()) ?? part),
  }
}

const yesOrNo: Record<string, boolean> = {
  yes: true,
  true: true,
  no: false,
  false: false,
  '': false,
}

const columns: { [Name in keyof ContractorFields]: Column<ContractorFields[Name]> } = {
  companyName: text('Company'),
  contactName: text('Contact'),
  email: text('Email'),
  phone: { ...text('Phone'), write: formatPhone },
  licenseNumber: text('License number'),
  licenseExpiresOn: day('License expires'),
  insuranceExpiresOn: day('Insurance expires'),
  services: names('Services', contractorServiceIds, (id) => services[id].name),
  towns: names('Towns', towns, (town) => town),
  answersEmergencies: {
    name: 'Answers emergencies',
    write: (does) => (does ? 'yes' : 'no'),
    read: (cell) => yesOrNo[cell.trim().toLowerCase()] ?? cell,
  },
  mostOffersAWeek: {
    name: 'Most offers a week',
    write: (most) => String(most ?? ''),
    read: emptyIsNull(Number),
  },
  mostOpenOffers: {
    name: 'Most unanswered offers',
    write: String,
    read: (cell) => (cell.trim() === '' ? usualOpenOffers : Number(cell)),
  },
  offerHours: {
    name: 'Wants offers',
    write: (hours) => (hours ? hoursInWords(hours) : ''),
    read: emptyIsNull((cell) => readHours(cell) ?? cell),
  },
  pausedUntil: {
    name: 'Paused until',
    write: (until) => until ?? '',
    read: emptyIsNull(readDay),
  },
  notes: text('Notes'),
}

type FieldName = keyof ContractorFields

const fieldNames = Object.keys(columns) as FieldName[]

/** Columns that a file need not have: files of earlier versions and of other programs have none. */
const optionalNames: readonly FieldName[] = ['mostOpenOffers', 'offerHours']

/** The name of a field's column. */
export function columnName(field: string): string {
  return columns[field as FieldName]?.name ?? field
}

/** A contractor as the cells of a row. */
function toCells(contractor: ContractorFields): string[] {
  const write = <Name extends FieldName>(name: Name) => columns[name].write(contractor[name])
  return fieldNames.map(write)
}

/** What one contractor has in the fields where another has something else, by name of the field. */
export function differingCells(
  one: ContractorFields,
  other: ContractorFields,
): Partial<Record<FieldName, string>> {
  const [cells, others] = [toCells(one), toCells(other)]
  const isOther = (_: FieldName, place: number) => cells[place] !== others[place]
  return Object.fromEntries(
    fieldNames.filter(isOther).map((name) => [name, columns[name].write(one[name] as never)]),
  )
}

/** The names of the columns in which two contractors differ. */
export function differingColumns(one: ContractorFields, other: ContractorFields): string[] {
  return Object.keys(differingCells(one, other)).map(columnName)
}

/** All contractors as a file that a spreadsheet opens without running anything. */
export function writeContractors(contractors: readonly ContractorFields[]): string {
  const header = fieldNames.map(columnName)
  const rows = contractors.map((contractor) => toCells(contractor).map(escapeFormulas))
  return csvBegin + Papa.unparse([header, ...rows], { newline: '\r\n' })
}

/** A row of a file: a contractor, or why it is none. */
export type CsvRow = { row: number; companyName: string } & (
  | { fields: ContractorFields; reasons?: never }
  | { fields?: never; reasons: string[] }
)

/** Spreadsheets of other languages put a semicolon between the cells. */
function delimiterOf(csv: string): string {
  const [header = ''] = csv.split(/[\r\n]/, 1)
  const count = (character: string) => header.split(character).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

const mostRows = 5_000

function toRow(cells: Record<FieldName, string>, row: number): CsvRow {
  const typed = Object.fromEntries(
    fieldNames.map((name) => [name, columns[name].read(unescapeFormulas(cells[name]))]),
  )
  const companyName = cells.companyName.trim()
  const { data: fields, error } = contractorFieldsSchema.safeParse(typed)
  if (fields) return { row, companyName, fields }
  const problems = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const name = columnName(String(path[0]))
    const value =
      path.length > 1 ? (typed[String(path[0])] as unknown[])[Number(path[1])] : undefined
    if (!problems.has(name)) problems.set(name, value ? `${message} (${value})` : message)
  }
  const reasons = [...problems].map(([name, problem]) => `${name}: ${problem}`)
  return { row, companyName, reasons }
}

/**
 * The rows of a file that this product, a spreadsheet or a person has written, and the fields of which
 * it says nothing; or what is wrong with it.
 */
export function readContractors(
  csv: string,
): { rows: CsvRow[]; unsaid: FieldName[] } | { problem: string } {
  // The parser takes away what `csvBegin` is.
  const { data, errors } = Papa.parse<string[]>(csv, { delimiter: delimiterOf(csv) })
  const header = (data[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const placeOf = (name: FieldName) => header.indexOf(columns[name].name.toLowerCase())
  const unsaid = fieldNames.filter((name) => placeOf(name) < 0)
  const missing = unsaid.filter((name) => !optionalNames.includes(name)).map(columnName)
  if (missing.length > 0) {
    return {
      problem: `The first row of the file must name the columns. Missing: ${missing.join(', ')}.`,
    }
  }
  if (data.length > mostRows) return { problem: `The file has too many rows: ${mostRows} at most.` }
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const rows = data.flatMap((cells, place): CsvRow[] => {
    if (place === 0 || cells.every((cell) => cell.trim() === '')) return []
    const row = place + 1
    const of = Object.fromEntries(
      fieldNames.map((name) => [name, cells[placeOf(name)] ?? '']),
    ) as Record<FieldName, string>
    const companyName = of.companyName.trim().slice(0, 200)
    const refuse = (reason: string): CsvRow[] => [{ row, companyName, reasons: [reason] }]
    if (broken.has(place)) return refuse('The quotation marks in this row do not match.')
    if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
      return refuse(
        'This row has more cells than there are columns. A comma needs quotation marks.',
      )
    }
    return [toRow(of, row)]
  })
  return { rows, unsaid }
}
