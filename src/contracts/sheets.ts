import { z } from 'zod'
import { longestImport } from './limits.ts'
import { sentText } from './text.ts'

/** A file has as many columns at most. */
export const mostColumns = 200

/** In which of the columns of a file each field stands, counted from 0; null for a field that is left out. */
export type Places<Name extends string = string> = Partial<Record<Name, number | null>>

/** A file, and where its fields stand. Without that they are found by their names. */
export const sheetSchema = <Name extends string>(fieldNames: readonly Name[]) =>
  z.object({
    csv: sentText('Please choose a file.').max(
      longestImport,
      'The file is too large: one million characters at most.',
    ),
    places: z
      .partialRecord(z.enum(fieldNames), z.int().min(0).max(mostColumns).nullable())
      .optional(),
  })

/** What an import does, or would do. It does nothing while a row is refused. */
export const importPlanSchema = z.object({
  /** What the first row of the file calls its columns. */
  headings: z.array(z.string()),
  /** The fields with their names, and where each stands; null for those that are left out. */
  columns: z.array(z.object({ field: z.string(), label: z.string(), place: z.int().nullable() })),
  /** What must be chosen first; null where the rows could be read. */
  problem: z.string().nullable(),
  rows: z.array(
    z.object({
      /** The row of the file, as a spreadsheet numbers it: the names of the columns are in row 1. */
      row: z.int(),
      /** Whom it is about. */
      name: z.string(),
      outcome: z.enum(['added', 'changed', 'unchanged', 'refused']),
      /** The columns that get other values, or why it is refused or stays as it is; else empty. */
      details: z.array(z.string()),
    }),
  ),
  counts: z.object({
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
  }),
})

export type ImportPlan = z.infer<typeof importPlanSchema>

/** What was confirmed of an import; where it would do something else, it does nothing. */
export const expectedSchema = z.object({ added: z.int(), changed: z.int() })
