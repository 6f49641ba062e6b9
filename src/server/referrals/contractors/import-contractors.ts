import { eq, gte } from 'drizzle-orm'
import { longestImport } from '#/contracts/limits.ts'
import {
  type Contractor,
  type ContractorFields,
  type ContractorImport,
  contractorColumns,
  type ImportPlan,
  type ImportUndo,
} from '#/contracts/referrals/contractors.ts'
import { contractors, offers } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { differingFields, leftOutOf, readCell, toFields } from './contractor-csv.ts'
import { contractorFieldsSchema } from './contractor-schemas.ts'
import { holdContractors, listContractors, storeFields, storeNew, takeOut } from './contractors.ts'
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
  const changed: { stored: Contractor; fields: ContractorFields }[] = []
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
      if (columns) changed.push({ stored, fields })
    }
    if (fields && earlier === undefined) rowOf.set(license, row)
  }
  return { plan, added, changed }
}

export async function previewImport(db: Database, csv: string): Promise<ImportPlan> {
  return makePlan(csv, await listContractors(db)).plan
}

/** Imports what of a file can be read, if it does what was expected of it, and returns the way back. */
export async function importContractors(
  db: Database,
  { expected, csv }: ContractorImport,
): Promise<ImportUndo> {
  return db.transaction(async (tx) => {
    await holdContractors(tx)
    const { plan, added, changed } = makePlan(csv, await listContractors(tx))
    const outcomes = ['added', 'changed', 'refused'] as const
    if (outcomes.some((outcome) => plan.counts[outcome] !== expected[outcome])) {
      throw new AppError(
        'conflict',
        'Nothing was imported: the contractors changed in the meantime. Please choose the file again.',
      )
    }
    const imported: ImportUndo['imported'] = []
    for (const fields of added) {
      const { id, version } = await storeNew(tx, fields)
      imported.push({ id, version, before: null })
    }
    for (const { stored, fields } of changed) {
      const { id, createdAt: _, version: __, ...before } = stored
      imported.push({ id, version: (await storeFields(tx, id, fields)).version, before })
    }
    return { imported }
  })
}

/**
 * Takes back what an import has done, but of nobody who was changed since, or asked as a new one: returns
 * their companies.
 */
export async function undoImport(db: Database, { imported }: ImportUndo) {
  return db.transaction(async (tx) => {
    await holdContractors(tx)
    const now = new Map(
      (await listContractors(tx)).map((contractor) => [contractor.id, contractor]),
    )
    const asked = await tx
      .selectDistinct({ id: offers.contractorId })
      .from(offers)
      .innerJoin(contractors, eq(contractors.id, offers.contractorId))
      .where(gte(offers.offeredAt, contractors.figuresSince))
    const isAsked = new Set(asked.map(({ id }) => id))
    const kept: string[] = []
    for (const { id, version, before } of imported) {
      const contractor = now.get(id)
      if (!contractor) continue
      if (contractor.version !== version || (!before && isAsked.has(id)))
        kept.push(contractor.companyName)
      else if (before) await storeFields(tx, id, before)
      else await takeOut(tx, id)
    }
    return { kept }
  })
}
