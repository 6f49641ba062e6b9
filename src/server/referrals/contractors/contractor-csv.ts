import Papa from 'papaparse'
import { serviceLabel } from '#/content/service-label.ts'
import { services } from '#/content/services.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { csvBegin, escapeFormulas } from '#/contracts/leads/csv.ts'
import { usualOpenOffers } from '#/contracts/referrals/contractor-limits.ts'
import {
  type ContractorFields,
  contractorFieldsSchema,
  contractorServiceIds,
} from '#/contracts/referrals/contractors.ts'
import { hoursInWords, readHours } from '#/contracts/referrals/offer-hours.ts'
import { towns } from '#/contracts/site/towns.ts'
import { otherNames } from './column-names.ts'
import type { SheetField } from './read-sheet.ts'

/** A column: how a value is written, and read into what the schema checks. */
type Column<Value> = {
  name: string
  write: (value: Value) => string
  read: (cell: string) => unknown
}

const text = (name: string): Column<string> => ({ name, write: (value) => value, read: same })
const same = (cell: string) => cell

const emptyIsNull =
  <Value>(read: (cell: string) => Value) =>
  (cell: string) =>
    cell.trim() === '' ? null : read(cell)

/** Several names in one cell; `nameOf` says how a choice is written, `alsoOf` how else it is read. */
function names<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  nameOf: (choice: Choice) => string,
  alsoOf: (choice: Choice) => string = nameOf,
): Column<Choice[]> {
  const choiceOf = new Map(
    choices.flatMap((choice) => [
      [choice.toLowerCase(), choice],
      [alsoOf(choice).toLowerCase(), choice],
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
  licenseExpiresOn: text('License expires'),
  insuranceExpiresOn: text('Insurance expires'),
  // Requests have the labels of the form, which differ from the names of the pages.
  services: names('Services', contractorServiceIds, (id) => services[id].name, serviceLabel),
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
    read: emptyIsNull(same),
  },
  notes: text('Notes'),
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
export const contractorColumns: readonly SheetField<FieldName>[] = fieldNames.map((name) => {
  return { name, label: columns[name].name, others: otherNames[name] ?? [] }
})

/** What stands in the cells of a row, for the schema. */
export function readCells(cells: Record<FieldName, string>): Record<FieldName, unknown> {
  const read = fieldNames.map((name) => [name, columns[name].read(cells[name])])
  return Object.fromEntries(read)
}
