import { longestImport } from '#/contracts/limits.ts'
import {
  type Contractor,
  type ContractorFields,
  type ContractorImport,
  contractorColumns,
  type ImportPlan,
} from '#/contracts/referrals/contractors.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { differingFields, leftOutOf, readCell, toFields } from './contractor-csv.ts'
import { contractorFieldsSchema } from './contractor-schemas.ts'
import { holdContractors, listContractors, storeFields, storeNew } from './contractors.ts'
import { readSheet } from './read-sheet.ts'

/** As JSON a character may take six bytes; a file seldom has such. */
export const importBodyLimit = 2 * longestImport

const { licenseNumber: licenseSchema } = contractorFieldsSchema.shape

/** What a file does to the contractors: matched by license number; who is not in it stays as they are. */
function makePlan(csv: string, existing: readonly Contractor[]) {
  const sheet = readSheet(csv)
  if ('problem' in sheet) {
    throw new AppError('invalid_request', sheet.problem, { fields: { csv: sheet.problem } })
  }
  const plan: ImportPlan = {
    columns: sheet.columns.map(({ heading, field }) => {
      return { heading, readAs: field ? contractorColumns[field] : null }
    }),
    rows: [],
    counts: { added: 0, changed: 0, unchanged: 0, refused: 0 },
  }
  const added: ContractorFields[] = []
  const changed: { id: number; fields: ContractorFields }[] = []
  const known = new Map(existing.map((contractor) => [contractor.licenseNumber, contractor]))
  const rowOf = new Map<string, number>()
  for (const each of sheet.rows) {
    const { row, cells } = each
    const license = licenseSchema.safeParse(readCell(each, 'licenseNumber')).data ?? ''
    const stored = known.get(license)
    const add = (outcome: ImportPlan['rows'][number]['outcome'], details: string[]) => {
      const companyName = cells.companyName.trim().slice(0, 200) || (stored?.companyName ?? '')
      plan.rows.push({ row, companyName, outcome, details })
      plan.counts[outcome] += 1
    }
    const { fields, reasons } = toFields(each, sheet.unsaid, stored)
    const earlier = rowOf.get(license)
    if (!fields) add('refused', reasons)
    else if (earlier !== undefined) {
      add('refused', [`License number: row ${earlier} has the same one.`])
    } else if (!stored) {
      add('added', leftOutOf(each))
      added.push(fields)
    } else {
      const differing = differingFields(stored, fields)
      const columns = differing.map((name) => contractorColumns[name]).join(', ')
      add(columns ? 'changed' : 'unchanged', [...(columns ? [columns] : []), ...leftOutOf(each)])
      if (columns) changed.push({ id: stored.id, fields })
    }
    if (fields && earlier === undefined) rowOf.set(license, row)
  }
  return { plan, added, changed }
}

export async function previewImport(db: Database, csv: string): Promise<ImportPlan> {
  return makePlan(csv, await listContractors(db)).plan
}

/** Imports what of a file can be read, if it does what was expected of it. */
export async function importContractors(
  db: Database,
  { expected, csv }: ContractorImport,
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdContractors(tx)
    const { plan, added, changed } = makePlan(csv, await listContractors(tx))
    const outcomes = ['added', 'changed', 'refused'] as const
    if (outcomes.some((outcome) => plan.counts[outcome] !== expected[outcome])) {
      throw new AppError(
        'conflict',
        'Nothing was imported: the contractors changed in the meantime. Please choose the file again.',
      )
    }
    for (const fields of added) await storeNew(tx, fields)
    for (const { id, fields } of changed) await storeFields(tx, id, fields)
  })
}
