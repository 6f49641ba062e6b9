import { longestImport } from '#/contracts/limits.ts'
import type { ContractorImport, ImportPlan } from '#/contracts/referrals/contractor-import.ts'
import type { Contractor, ContractorFields } from '#/contracts/referrals/contractors.ts'
import { contractorFieldsSchema } from '#/contracts/referrals/contractors.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { contractorColumns, differingColumns, readCells, toFields } from './contractor-csv.ts'
import { holdContractors, listContractors, storeFields, storeNew } from './contractors.ts'
import { readSheet } from './read-sheet.ts'

/** As JSON a character may take six bytes; a file seldom has such. */
export const importBodyLimit = 2 * longestImport

type Writes = { added: ContractorFields[]; changed: { id: number; fields: ContractorFields }[] }

const { licenseNumber: licenseSchema } = contractorFieldsSchema.shape

/** Reads a file. Throws `invalid_request` where it is none. */
function readFile(csv: string) {
  const sheet = readSheet(contractorColumns, csv)
  const hasLicense = 'placeOf' in sheet && sheet.placeOf.licenseNumber !== null
  if (hasLicense) return sheet
  const problem =
    'problem' in sheet
      ? sheet.problem
      : 'The file has no column “License number”: it says who is on the list already.'
  throw new AppError('invalid_request', problem, { fields: { csv: problem } })
}

/** What a file does to the contractors: matched by license number; who is not in it stays as they are. */
function makePlan(
  csv: string,
  existing: readonly Contractor[],
): { plan: ImportPlan; writes: Writes } {
  const sheet = readFile(csv)
  const plan: ImportPlan = {
    rows: [],
    counts: { added: 0, changed: 0, unchanged: 0, refused: 0 },
  }
  const writes: Writes = { added: [], changed: [] }
  const known = new Map(existing.map((contractor) => [contractor.licenseNumber, contractor]))
  const rowOf = new Map<string, number>()
  for (const { row, cells, problem } of sheet.rows) {
    const typed = readCells(cells)
    const license = problem ? '' : (licenseSchema.safeParse(typed.licenseNumber).data ?? '')
    const stored = known.get(license)
    const add = (outcome: ImportPlan['rows'][number]['outcome'], details: string[] = []) => {
      const companyName = cells.companyName.trim().slice(0, 200) || (stored?.companyName ?? '')
      plan.rows.push({ row, companyName, outcome, details })
      plan.counts[outcome] += 1
    }
    const { fields, reasons } = problem
      ? { reasons: [problem] }
      : toFields({ typed, unsaid: sheet.unsaid }, stored)
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
  return { plan, writes }
}

/** Says what an import would do. */
export async function previewImport(db: Database, csv: string): Promise<ImportPlan> {
  return makePlan(csv, await listContractors(db)).plan
}

/** Throws `conflict` where an import would do nothing, or something else than was confirmed. */
function agreeOn({ counts }: ImportPlan, expected: ContractorImport['expected']): void {
  if (counts.refused > 0) {
    throw new AppError('conflict', 'Nothing was imported: some rows of the file are refused.')
  }
  if (counts.added !== expected.added || counts.changed !== expected.changed) {
    throw new AppError(
      'conflict',
      'Nothing was imported: the contractors changed in the meantime. Please choose the file again.',
    )
  }
}

/** Imports all of a file or nothing, and only what was expected of it. */
export async function importContractors(
  db: Database,
  { expected, csv }: ContractorImport,
): Promise<ImportPlan> {
  return db.transaction(async (tx) => {
    await holdContractors(tx)
    const { plan, writes } = makePlan(csv, await listContractors(tx))
    agreeOn(plan, expected)
    await storeNew(tx, writes.added)
    for (const { id, fields } of writes.changed) await storeFields(tx, id, fields)
    return plan
  })
}
