import type { Contractor, ContractorFields, ImportPlan } from '#/contracts/referrals/contractors.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { differingColumns, readContractors } from './contractor-csv.ts'
import { holdContractors, listContractors, storeFields, storeNew } from './contractors.ts'

type Writes = { added: ContractorFields[]; changed: { id: number; fields: ContractorFields }[] }

/** What a file does to the contractors: matched by license number; who is not in it stays as they are. */
function plan(csv: string, existing: readonly Contractor[]): { plan: ImportPlan; writes: Writes } {
  const read = readContractors(csv)
  if ('problem' in read) {
    throw new AppError('invalid_request', read.problem, { fields: { csv: read.problem } })
  }
  const known = new Map(existing.map((contractor) => [contractor.licenseNumber, contractor]))
  const rowOf = new Map<string, number>()
  const planned: ImportPlan = { added: [], changed: [], unchanged: 0, refused: [] }
  const writes: Writes = { added: [], changed: [] }
  for (const { row, companyName, fields: typed, reasons } of read.rows) {
    if (reasons) {
      planned.refused.push({ row, companyName, reasons })
      continue
    }
    const contractor = known.get(typed.licenseNumber)
    const kept = contractor ? read.unsaid.map((name) => [name, contractor[name]]) : []
    const fields: ContractorFields = { ...typed, ...Object.fromEntries(kept) }
    const earlier = rowOf.get(fields.licenseNumber)
    if (earlier !== undefined) {
      const reason = `License number: row ${earlier} has the same one.`
      planned.refused.push({ row, companyName, reasons: [reason] })
      continue
    }
    rowOf.set(fields.licenseNumber, row)
    if (!contractor) {
      planned.added.push({ row, companyName })
      writes.added.push(fields)
      continue
    }
    const columns = differingColumns(contractor, fields)
    if (columns.length === 0) planned.unchanged += 1
    else {
      planned.changed.push({ row, companyName, columns })
      writes.changed.push({ id: contractor.id, fields })
    }
  }
  return { plan: planned, writes }
}

/** Says what an import would do. */
export async function previewImport(db: Database, csv: string): Promise<ImportPlan> {
  return plan(csv, await listContractors(db)).plan
}

/** Imports all of a file or nothing, and only what was expected of it. */
export async function importContractors(
  db: Database,
  { csv, expected }: { csv: string; expected: { added: number; changed: number } },
): Promise<ImportPlan> {
  return db.transaction(async (tx) => {
    await holdContractors(tx)
    const { plan: planned, writes } = plan(csv, await listContractors(tx))
    if (planned.refused.length > 0) {
      throw new AppError('conflict', 'Nothing was imported: some rows of the file are refused.')
    }
    const { added, changed } = planned
    if (added.length !== expected.added || changed.length !== expected.changed) {
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
