import type {
  Contractor,
  ContractorFields,
  ContractorImport,
  ContractorSheet,
} from '#/contracts/referrals/contractors.ts'
import { contractorFieldsSchema } from '#/contracts/referrals/contractors.ts'
import type { ImportPlan } from '#/contracts/sheets.ts'
import { addRow, agreeOn, beginPlan } from '#/server/sheets/plan-import.ts'
import type { Database } from '../../db/database.ts'
import { contractorColumns, differingColumns, readCells, toFields } from './contractor-csv.ts'
import { holdContractors, listContractors, storeFields, storeNew } from './contractors.ts'

type Writes = { added: ContractorFields[]; changed: { id: number; fields: ContractorFields }[] }

const { licenseNumber: licenseSchema } = contractorFieldsSchema.shape

/** What a file does to the contractors: matched by license number; who is not in it stays as they are. */
function makePlan(
  sent: ContractorSheet,
  existing: readonly Contractor[],
): { plan: ImportPlan; writes: Writes } {
  const { sheet, plan } = beginPlan(contractorColumns, sent)
  const writes: Writes = { added: [], changed: [] }
  if (sheet.placeOf.licenseNumber === null) {
    const problem = 'Choose the column with the license number: it says who is on the list already.'
    return { plan: { ...plan, problem }, writes }
  }
  const known = new Map(existing.map((contractor) => [contractor.licenseNumber, contractor]))
  const rowOf = new Map<string, number>()
  for (const { row, cells, problem } of sheet.rows) {
    const typed = readCells(cells)
    const license = problem ? '' : (licenseSchema.safeParse(typed.licenseNumber).data ?? '')
    const stored = known.get(license)
    const add = (outcome: ImportPlan['rows'][number]['outcome'], details: string[] = []) => {
      const name = cells.companyName.trim().slice(0, 200) || (stored?.companyName ?? '')
      addRow(plan, { row, name, outcome, details })
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
export async function previewImport(db: Database, sent: ContractorSheet): Promise<ImportPlan> {
  return makePlan(sent, await listContractors(db)).plan
}

/** Imports all of a file or nothing, and only what was expected of it. */
export async function importContractors(
  db: Database,
  { expected, ...sent }: ContractorImport,
): Promise<ImportPlan> {
  return db.transaction(async (tx) => {
    await holdContractors(tx)
    const { plan, writes } = makePlan(sent, await listContractors(tx))
    agreeOn(plan, expected, 'the contractors')
    await storeNew(tx, writes.added)
    for (const { id, fields } of writes.changed) await storeFields(tx, id, fields)
    return plan
  })
}
