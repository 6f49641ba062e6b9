import { z } from 'zod'
import { longestImport } from '../limits.ts'
import { sentText } from '../text.ts'

/** A file of contractors. */
export const contractorSheetSchema = z.object({
  csv: sentText('Please choose a file.').max(
    longestImport,
    'The file is too large: one million characters at most.',
  ),
})

/** A file, and what was confirmed of it; where it would do something else, it does nothing. */
export const contractorImportSchema = contractorSheetSchema.extend({
  expected: z.object({ added: z.int(), changed: z.int() }),
})

export type ContractorImport = z.output<typeof contractorImportSchema>

/** What an import does, or would do. It does nothing while a row is refused. */
export const importPlanSchema = z.object({
  rows: z.array(
    z.object({
      /** The row of the file, as a spreadsheet numbers it: the names of the columns are in row 1. */
      row: z.int(),
      companyName: z.string(),
      outcome: z.enum(['added', 'changed', 'unchanged', 'refused']),
      /** The columns that get other values, or why it is refused; else empty. */
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
