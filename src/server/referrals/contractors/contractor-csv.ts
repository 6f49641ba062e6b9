import { noLicenseColumn, yesOrNo } from '#/content/office/sheet-columns.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { services } from '#/content/services.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { csvBegin, csvLine } from '#/contracts/leads/csv.ts'
import { contractorColumns } from '#/contracts/referrals/contractor-import.ts'
import { contractorServiceIds, usualOpenOffers } from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'
import { hoursInWords, readHours } from '#/contracts/referrals/offer-hours.ts'
import { foldTown } from '#/contracts/site/towns.ts'
import { townsServed } from '../../texts/places.ts'
import { contractorFieldsSchema } from './contractor-schemas.ts'

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
  foldTown(part)
    .split(' ')
    .filter((word) => word !== '' && !stateOrZip.test(word))
    .join(' ')

/** Several names in one cell; `nameOf` says how a choice is written, `alsoOf` how else it is read. */
function names<Choice extends string>(
  choices: () => readonly Choice[],
  nameOf: (choice: Choice) => string,
  alsoOf: (choice: Choice) => string = nameOf,
): Column<Choice[]> {
  return {
    write: (chosen) => chosen.map(nameOf).join('; '),
    read(cell) {
      const choiceOf = new Map(
        choices().flatMap((choice) =>
          [choice, alsoOf(choice), nameOf(choice)].map((name) => [wordsOf(name), choice]),
        ),
      )
      function readPart(words: string): readonly (Choice | undefined)[] {
        if (words === '') return []
        if (/^all( (services|towns))?$/.test(words)) return choices()
        if (choiceOf.has(words)) return [choiceOf.get(words)]
        return words.split(/&|\band\b/).map((name) => choiceOf.get(name.trim()))
      }
      // A cell may hold half a million names: each counts once, and one that is unknown is enough to say.
      const chosen = new Set<Choice>()
      for (const part of cell.split(/[;,/|\n]/)) {
        for (const choice of readPart(wordsOf(part))) {
          if (!choice) return [part.trim()]
          chosen.add(choice)
        }
      }
      return [...chosen]
    },
  }
}

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
  services: names(
    () => contractorServiceIds,
    (id) => services[id].name,
    serviceLabel,
  ),
  towns: names(townsServed, (town) => town),
  answersEmergencies: {
    write: (does) => (does ? 'yes' : 'no'),
    read: (cell) => yesOrNo.get(cell.trim().toLowerCase()) ?? cell,
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

/** A field of a contractor, which has a column. */
export type FieldName = keyof ContractorFields

/** In the order of the columns. */
export const fieldNames = Object.keys(columns) as FieldName[]

/** Fields that a new contractor must have. */
const neededNames: readonly FieldName[] = [
  ...(['companyName', 'contactName', 'email', 'phone', 'licenseNumber'] as const),
  ...(['licenseExpiresOn', 'insuranceExpiresOn', 'services', 'towns'] as const),
]

const toCell = <Name extends FieldName>(contractor: ContractorFields, name: Name) =>
  columns[name].write(contractor[name])

/** A contractor as the cells of a row. */
const toCells = (contractor: ContractorFields) => fieldNames.map((name) => toCell(contractor, name))

/** The fields in which two contractors differ. */
export const differingFields = (one: ContractorFields, other: ContractorFields) =>
  fieldNames.filter((name) => toCell(one, name) !== toCell(other, name))

/** All contractors as a file that a spreadsheet opens without running anything. */
export function writeContractors(contractors: readonly ContractorFields[]): string {
  const header = Object.values(contractorColumns)
  return csvBegin + [header, ...contractors.map(toCells)].map(csvLine).join('\r\n')
}

/** A row of a sheet: what stands in it, or why it cannot be read. */
export type SheetRow = {
  row: number
  cells: Record<FieldName, string>
  problem: string | undefined
}

/** Reads a cell into what the schema checks. */
export const readCell = ({ cells }: SheetRow, name: FieldName) => columns[name].read(cells[name])

/**
 * The contractor that a row tells of, or why it is none. What the file has no column for, `unsaid`, is as it
 * is stored; a new contractor has the usual there.
 */
export function toFields(
  row: SheetRow,
  unsaid: readonly FieldName[],
  stored: ContractorFields | undefined,
): { fields: ContractorFields; reasons?: never } | { fields?: never; reasons: string[] } {
  if (row.problem) return { reasons: [row.problem] }
  const isServed = (town: string) => townsServed().includes(town)
  const known = stored && { ...stored, towns: stored.towns.filter(isServed) }
  const read = fieldNames.map((name) => [
    name,
    known && unsaid.includes(name) ? known[name] : readCell(row, name),
  ])
  const whole: Record<string, unknown> = Object.fromEntries(read)
  const { data: fields, error } = contractorFieldsSchema.safeParse(whole)
  if (fields) return { fields }
  const problems = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const field = path[0] as FieldName
    const value = path.length > 1 ? (whole[field] as unknown[])[Number(path[1])] : undefined
    const isUnsaid = !stored && unsaid.includes(field) && neededNames.includes(field)
    const problem = isUnsaid
      ? 'Required for a new contractor, but the file has no column for it.'
      : message
    const name = contractorColumns[field]
    if (!problems.has(name)) problems.set(name, value ? `${problem} (${value})` : problem)
  }
  return { reasons: [...problems].map(([name, problem]) => `${name}: ${problem}`) }
}

/** What of a row is in the file and not taken, in words. */
export function leftOutOf({ cells }: SheetRow): string[] {
  const [kept, ...others] = addressesIn(cells.email)
  return others.length > 0 ? [`Email: we keep ${kept} and leave out ${others.join(', ')}.`] : []
}

/** The most columns of a file that are named where it is none of contractors. */
const mostNamed = 30

/** Why a file is none of contractors: which columns it has, and which it needs. */
export function missingLicense(headings: readonly string[]): string {
  const found = headings.filter(Boolean)
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : ''
  const needed = neededNames.map((name) => contractorColumns[name]).join(', ')
  return noLicenseColumn
    .replace('{license}', contractorColumns.licenseNumber)
    .replace('{needed}', needed)
    .replace('{found}', () => `${found.slice(0, mostNamed).join(', ')}${more}`)
}
