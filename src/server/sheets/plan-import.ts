import { longestImport } from '#/contracts/limits.ts'
import type { ImportPlan, Places } from '#/contracts/sheets.ts'
import { AppError } from '../http/errors.ts'
import { readSheet, type Sheet, type SheetField } from './read-sheet.ts'

/** As JSON a character may take six bytes; a file seldom has such. */
export const importBodyLimit = 2 * longestImport

type Sent<Name extends string> = { csv: string; places?: Places<Name> | undefined }

/** Reads a file, and begins the plan of what it does. Throws `invalid_request` where it is none. */
export function beginPlan<Name extends string>(
  fields: readonly SheetField<Name>[],
  { csv, places }: Sent<Name>,
): { sheet: Sheet<Name>; plan: ImportPlan } {
  const sheet = readSheet(fields, csv, places)
  if ('problem' in sheet) {
    throw new AppError('invalid_request', sheet.problem, { fields: { csv: sheet.problem } })
  }
  const columns = fields.map(({ name, label }) => {
    return { field: name, label, place: sheet.placeOf[name] }
  })
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 }
  return { sheet, plan: { headings: sheet.headings, columns, problem: null, rows: [], counts } }
}

/** Adds to a plan what becomes of a row. */
export function addRow({ rows, counts }: ImportPlan, row: ImportPlan['rows'][number]): void {
  rows.push(row)
  counts[row.outcome] += 1
}

/** Throws `conflict` where an import would do nothing, or something else than was confirmed. */
export function agreeOn(
  { counts, problem }: ImportPlan,
  expected: { added: number; changed: number },
  what: string,
): void {
  if (counts.refused > 0 || problem !== null) {
    throw new AppError('conflict', 'Nothing was imported: some rows of the file are refused.')
  }
  if (counts.added !== expected.added || counts.changed !== expected.changed) {
    throw new AppError(
      'conflict',
      `Nothing was imported: ${what} changed in the meantime. Please choose the file again.`,
    )
  }
}
