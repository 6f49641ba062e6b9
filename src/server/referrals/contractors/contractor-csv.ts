import Papa from 'papaparse'
import { serviceLabel } from '#/content/service-label.ts'
import { services } from '#/content/services.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { csvBegin, escapeFormulas } from '#/contracts/leads/csv.ts'
import { contractorColumns } from '#/contracts/referrals/contractor-columns.ts'
import { usualOpenOffers } from '#/contracts/referrals/contractor-limits.ts'
import {
  type ContractorFields,
  contractorFieldsSchema,
  contractorServiceIds,
} from '#/contracts/referrals/contractors.ts'
import { hoursInWords, readHours } from '#/contracts/referrals/offer-hours.ts'
import { towns } from '#/contracts/site/towns.ts'
import { otherNames } from './column-names.ts'
import { plainName, type SheetField } from './read-sheet.ts'

/** A column: how a value is written, and read into what the schema checks. */
type Column<Value> = {
  write: (value: Value) => string
  read: (cell: string) => unknown
}

/** A cell of a spreadsheet may have more lines than a form has. */
const inOneLine = (cell: string) =>
  cell
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')

const text: Column<string> = { write: (value) => value, read: inOneLine }

const emptyIsNull =
  <Value>(read: (cell: string) => Value) =>
  (cell: string) =>
    cell.trim() === '' ? null : read(cell)

/** What people write behind a town that is in Florida anyway. */
const stateOrZip = /^(?:fl|fla|florida|\d{5}(?:-\d{4})?)\.?$/

const wordsOf = (part: string) =>
  part
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && !stateOrZip.test(word))
    .join(' ')

/** Several names in one cell; `nameOf` says how a choice is written, `alsoOf` how else it is read. */
function names<Choice extends string>(
  choices: readonly Choice[],
  nameOf: (choice: Choice) => string,
  alsoOf: (choice: Choice) => string = nameOf,
): Column<Choice[]> {
  const choiceOf = new Map(
    choices.flatMap((choice) =>
      [choice, alsoOf(choice), nameOf(choice)].map((name) => [name.toLowerCase(), choice]),
    ),
  )
  function readPart(part: string): readonly Choice[] | undefined {
    const words = wordsOf(part)
    if (words === '') return []
    if (/^all( (services|towns))?$/.test(words)) return choices
    const one = choiceOf.get(words)
    if (one) return [one]
    const several = words.split(/&|\band\b/).map((name) => choiceOf.get(name.trim()))
    return several.every((choice) => choice !== undefined) ? several : undefined
  }
  return {
    write: (chosen) => chosen.map(nameOf).join('; '),
    read(cell) {
      // A cell may hold half a million names: each counts once, and one that is unknown is enough to say.
      const chosen = new Set<Choice>()
      for (const part of cell.split(/[;,/|\n]/)) {
        const read = readPart(part)
        if (!read) return [part.trim()]
        for (const choice of read) chosen.add(choice)
      }
      return [...chosen]
    },
  }
}

const yesOrNo: Record<string, boolean> = {
  yes: true,
  y: true,
  true: true,
  x: true,
  '1': true,
  '✓': true,
  '✔': true,
  no: false,
  n: false,
  false: false,
  '0': false,
  '-': false,
  '': false,
}

/** The addresses in a cell. */
const addressesIn = (cell: string) => cell.split(/[\s,;<>]+/).filter((part) => part.includes('@'))

const columns: { [Name in keyof ContractorFields]: Column<ContractorFields[Name]> } = {
  companyName: text,
  contactName: text,
  email: { ...text, read: (cell) => addressesIn(cell)[0] ?? cell },
  phone: { ...text, write: formatPhone },
  licenseNumber: text,
  licenseExpiresOn: text,
  insuranceExpiresOn: text,
  // Requests have the labels of the form, which differ from the names of the pages.
  services: names(contractorServiceIds, (id) => services[id].name, serviceLabel),
  towns: names(towns, (town) => town),
  answersEmergencies: {
    write: (does) => (does ? 'yes' : 'no'),
    read: (cell) => yesOrNo[cell.trim().toLowerCase()] ?? cell,
  },
  mostOffersAWeek: { write: (most) => String(most ?? ''), read: emptyIsNull(Number) },
  mostOpenOffers: {
    write: String,
    read: (cell) => (cell.trim() === '' ? usualOpenOffers : Number(cell)),
  },
  offerHours: {
    write: (hours) => (hours ? hoursInWords(hours) : ''),
    read: emptyIsNull((cell) => readHours(cell) ?? cell),
  },
  pausedUntil: { write: (until) => until ?? '', read: emptyIsNull(inOneLine) },
  notes: { ...text, read: (cell) => cell },
}

type FieldName = keyof ContractorFields

const fieldNames = Object.keys(columns) as FieldName[]

/** Fields that a new contractor must have. */
const neededNames: readonly FieldName[] = [
  ...['companyName', 'contactName', 'email', 'phone', 'licenseNumber'],
  ...['licenseExpiresOn', 'insuranceExpiresOn', 'services', 'towns'],
] as FieldName[]

/** The name of a field's column. */
function columnName(field: string): string {
  return (contractorColumns as Record<string, string>)[field] ?? field
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

/** All contractors as a file that a spreadsheet opens without running anything. */
export function writeContractors(contractors: readonly ContractorFields[]): string {
  const header = fieldNames.map(columnName)
  const rows = contractors.map((contractor) => toCells(contractor).map(escapeFormulas))
  return csvBegin + Papa.unparse([header, ...rows], { newline: '\r\n' })
}

/**
 * The contractor that a row tells of, or why it is none. What the file has no column for is as it is
 * stored; a new contractor has the usual there.
 */
export function toFields(
  { typed, unsaid }: { typed: Record<FieldName, unknown>; unsaid: readonly FieldName[] },
  stored: ContractorFields | undefined,
): { fields: ContractorFields; reasons?: never } | { fields?: never; reasons: string[] } {
  const kept = stored ? unsaid.map((name) => [name, stored[name]]) : []
  const whole = { ...typed, ...Object.fromEntries(kept) }
  const { data: fields, error } = contractorFieldsSchema.safeParse(whole)
  if (fields) return { fields }
  const problems = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const field = String(path[0]) as FieldName
    const name = columnName(field)
    const value = path.length > 1 ? (whole[field] as unknown[])[Number(path[1])] : undefined
    const isUnsaid = !stored && unsaid.includes(field) && neededNames.includes(field)
    const problem = isUnsaid
      ? 'A new contractor needs it, and the file has no column for it.'
      : message
    if (!problems.has(name)) problems.set(name, value ? `${problem} (${value})` : problem)
  }
  return { reasons: [...problems].map(([name, problem]) => `${name}: ${problem}`) }
}

/** The columns, for a sheet. */
export const sheetFields: readonly SheetField<FieldName>[] = fieldNames.map((name) => {
  return { name, names: [columnName(name), ...(otherNames[name] ?? [])].map(plainName) }
})

/** What stands in the cells of a row, for the schema. */
export function readCells(cells: Record<FieldName, string>): Record<FieldName, unknown> {
  const read = fieldNames.map((name) => [name, columns[name].read(cells[name])])
  return Object.fromEntries(read)
}

/** What of a row is in the file and not taken, in words. */
export function leftOutOf({ email }: Record<FieldName, string>): string[] {
  const [kept, ...others] = addressesIn(email)
  return others.length > 0 ? [`Email: ${kept} is kept, ${others.join(', ')} is not.`] : []
}

/** Why a file is none of contractors: which columns it has, and which it needs. */
export function missingLicense(headings: readonly string[]): string {
  const found = headings.filter(Boolean)
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : ''
  const needed = neededNames.map(columnName).join(', ')
  return `The file has no column “${columnName('licenseNumber')}”, which says who is on the list already. Its columns are ${found.slice(0, mostNamed).join(', ')}${more}. Needed are ${needed}.`
}

const mostNamed = 30
