import { and, inArray, sql } from 'drizzle-orm'
import { longestImport } from '#/contracts/limits.ts'
import {
  type ContractorImport,
  contractorColumns,
  type ImportPlan,
  type ImportUndo,
  type ImportUndone,
} from '#/contracts/referrals/contractor-import.ts'
import type { Contractor, ContractorFields } from '#/contracts/referrals/contractors.ts'
import { contractors, offers } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { differingCells, leftOutOf, readCell, toFields } from './contractor-csv.ts'
import { contractorFieldsSchema } from './contractor-schemas.ts'
import {
  holdContractors,
  isThere,
  listContractors,
  storeFields,
  storeNew,
  takeOut,
} from './contractors.ts'
import { readSheet } from './read-sheet.ts'

/** As JSON a character may take six bytes; a file seldom has such. */
export const importBodyLimit = 2 * longestImport

type Changed = { stored: Contractor; fields: ContractorFields; names: (keyof ContractorFields)[] }
type Writes = { added: ContractorFields[]; changed: Changed[] }

const { licenseNumber: licenseSchema } = contractorFieldsSchema.shape

/** What a file does to the contractors: matched by license number; who is not in it stays as they are. */
function makePlan(
  csv: string,
  existing: readonly Contractor[],
): { plan: ImportPlan; writes: Writes } {
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
  const writes: Writes = { added: [], changed: [] }
  const known = new Map(existing.map((contractor) => [contractor.licenseNumber, contractor]))
  const rowOf = new Map<string, number>()
  for (const each of sheet.rows) {
    const { row, cells, problem } = each
    const license = problem
      ? ''
      : (licenseSchema.safeParse(readCell(each, 'licenseNumber')).data ?? '')
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
      writes.added.push(fields)
    } else {
      const names = Object.keys(differingCells(stored, fields)) as Changed['names']
      const columns = names.map((name) => contractorColumns[name]).join(', ')
      add(columns ? 'changed' : 'unchanged', [...(columns ? [columns] : []), ...leftOutOf(each)])
      if (columns) writes.changed.push({ stored, fields, names })
    }
    if (fields && earlier === undefined) rowOf.set(license, row)
  }
  return { plan, writes }
}

export async function previewImport(db: Database, csv: string): Promise<ImportPlan> {
  return makePlan(csv, await listContractors(db)).plan
}

/** Imports what of a file can be read, if it does what was expected of it, and returns how to undo it. */
export async function importContractors(db: Database, { expected, csv }: ContractorImport) {
  return db.transaction(async (tx) => {
    await holdContractors(tx)
    const { plan, writes } = makePlan(csv, await listContractors(tx))
    const outcomes = ['added', 'changed', 'refused'] as const
    if (outcomes.some((outcome) => plan.counts[outcome] !== expected[outcome])) {
      throw new AppError(
        'conflict',
        'Nothing was imported: the contractors changed in the meantime. Please choose the file again.',
      )
    }
    const added = await storeNew(tx, writes.added)
    const undo: ImportUndo = {
      added: added.map(({ id, version }) => ({ id, version })),
      changed: [],
    }
    for (const { stored, fields, names } of writes.changed) {
      const { id, version } = await storeFields(tx, stored.id, fields)
      const before = Object.fromEntries(names.map((name) => [name, stored[name]]))
      undo.changed.push({ id, version, before })
    }
    return undo
  })
}

/** Takes back what an import has done, but of nobody who was changed, or asked as a new one, since. */
export async function undoImport(db: Database, undo: ImportUndo): Promise<ImportUndone> {
  return db.transaction(async (tx) => {
    await holdContractors(tx)
    const versions = new Map(
      [...undo.added, ...undo.changed].map(({ id, version }) => [id, version]),
    )
    const rows = await tx
      .select({
        id: contractors.id,
        version: contractors.version,
        companyName: contractors.companyName,
        isAsked: sql<boolean>`exists (select from ${offers}
          where contractor_id = contractors.id and offered_at >= contractors.figures_since)`,
      })
      .from(contractors)
      .where(and(isThere, inArray(contractors.id, [...versions.keys()])))
    const asImported = new Map(
      rows.filter(({ id, version }) => versions.get(id) === version).map((row) => [row.id, row]),
    )
    const removed = undo.added.filter(({ id }) => asImported.get(id)?.isAsked === false)
    const restored = undo.changed.filter(({ id }) => asImported.has(id))
    for (const { id } of removed) await takeOut(tx, id)
    for (const { id, before } of restored) await storeFields(tx, id, before)
    const done = new Set([...removed, ...restored].map(({ id }) => id))
    const kept = rows.filter(({ id }) => !done.has(id)).map(({ companyName }) => companyName)
    return { undone: done.size, kept }
  })
}
