import {
  type Contractor,
  type ContractorFields,
  contractorFieldNames,
  contractorFieldsSchema,
  type ImportPlaces,
  type ImportPlan,
} from '#/contracts/referrals/contractors.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { columnName, differingColumns, readContractors, toFields } from './contractor-csv.ts'
import { holdContractors, listContractors, storeFields, storeNew } from './contractors.ts'

type PlannedRow = ImportPlan['rows'][number]

type Writes = { added: ContractorFields[]; changed: { id: number; fields: ContractorFields }[] }

type Sent = { csv: string; places?: ImportPlaces | undefined }

const { licenseNumber: licenseSchema } = contractorFieldsSchema.shape

/** What a file does to the contractors: matched by license number; who is not in it stays as they are. */
function plan(
  { csv, places }: Sent,
  existing: readonly Contractor[],
): { plan: ImportPlan; writes: Writes } {
  const read = readContractors(csv, places)
  if ('problem' in read) {
    throw new AppError('invalid_request', read.problem, { fields: { csv: read.problem } })
  }
  const writes: Writes = { added: [], changed: [] }
  const planned: ImportPlan = {
    headings: read.headings,
    columns: contractorFieldNames.map((field) => {
      return { field, label: columnName(field), place: read.placeOf[field] }
    }),
    problem: null,
    rows: [],
    counts: { added: 0, changed: 0, unchanged: 0, refused: 0 },
  }
  if (read.placeOf.licenseNumber === null) {
    const problem = 'Choose the column with the license number: it says who is on the list already.'
    return { plan: { ...planned, problem }, writes }
  }
  const known = new Map(existing.map((contractor) => [contractor.licenseNumber, contractor]))
  const rowOf = new Map<string, number>()
  for (const { row, companyName, typed, problem } of read.rows) {
    const license = licenseSchema.safeParse(typed?.licenseNumber).data ?? ''
    const stored = known.get(license)
    const add = (outcome: PlannedRow['outcome'], details: string[] = []) => {
      const name = companyName || (stored?.companyName ?? '')
      planned.rows.push({ row, companyName: name, outcome, details })
      planned.counts[outcome] += 1
    }
    const { fields, reasons = [problem ?? ''] } = typed
      ? toFields({ typed, unsaid: read.unsaid }, stored)
      : {}
    const earlier = rowOf.get(license)
    if (!fields) add('refused', reasons)
    else if (earlier !== undefined) {
      add('refused', [`License number: row ${earlier} has the same one.`])
    } else if (!stored) {
      add('added')
      writes.added.push(fields)
    } else {
      const columns = differingColumns(stored, fields)
      add(columns.length === 0 ? 'unchanged' : 'changed', columns)
      if (columns.length > 0) writes.changed.push({ id: stored.id, fields })
    }
    if (fields && earlier === undefined) rowOf.set(license, row)
  }
  return { plan: planned, writes }
}

/** Says what an import would do. */
export async function previewImport(db: Database, sent: Sent): Promise<ImportPlan> {
  return plan(sent, await listContractors(db)).plan
}

/** Imports all of a file or nothing, and only what was expected of it. */
export async function importContractors(
  db: Database,
  { expected, ...sent }: Sent & { expected: { added: number; changed: number } },
): Promise<ImportPlan> {
  return db.transaction(async (tx) => {
    await holdContractors(tx)
    const { plan: planned, writes } = plan(sent, await listContractors(tx))
    if (planned.counts.refused > 0) {
      throw new AppError('conflict', 'Nothing was imported: some rows of the file are refused.')
    }
    const { added, changed } = planned.counts
    if (added !== expected.added || changed !== expected.changed) {
      throw new AppError(
        'conflict',
        'Nothing was imported: the contractors changed in the meantime. Please choose the file again.',
      )
    }
    await storeNew(tx, writes.added)
    for (const { id, fields } of writes.changed) await storeFields(tx, id, fields)
    return planned
  })
}
