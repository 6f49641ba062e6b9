import { z } from 'zod'
import { longestImport } from '../limits.ts'
import { sentText } from '../text.ts'
import { contractorFieldsSchema } from './contractors.ts'

/** A file of contractors. */
export const contractorSheetSchema = z.object({
  csv: sentText('Please choose a file.').max(
    longestImport,
    'The file is too large: one million characters at most.',
  ),
})

/** A file, and what was confirmed of it; where it would do something else, it does nothing. */
export const contractorImportSchema = contractorSheetSchema.extend({
  expected: z.object({ added: z.int(), changed: z.int(), refused: z.int() }),
})

export type ContractorImport = z.output<typeof contractorImportSchema>

/** What an import does, or would do. Rows that are refused are left out. */
export const importPlanSchema = z.object({
  /** The columns of the file, and as which of ours each is read; null where it is not. */
  columns: z.array(z.object({ heading: z.string(), readAs: z.string().nullable() })),
  rows: z.array(
    z.object({
      /** The row of the file, as a spreadsheet numbers it. */
      row: z.int(),
      companyName: z.string(),
      outcome: z.enum(['added', 'changed', 'unchanged', 'refused']),
      /** The columns that get other values, what is left out, or why it is refused; else empty. */
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

const asImported = z.object({ id: z.int(), version: z.int() })

/** What an import has done, for taking it back: whom it added, and what the others had before. */
export const importUndoSchema = z.object({
  added: z.array(asImported),
  changed: z.array(
    asImported.extend({ before: contractorFieldsSchema.omit({ licenseNumber: true }).partial() }),
  ),
})

export type ImportUndo = z.output<typeof importUndoSchema>

/** How many contractors are again as before an import, and who is not, because of what came since. */
export const importUndoneSchema = z.object({ undone: z.int(), kept: z.array(z.string()) })

export type ImportUndone = z.infer<typeof importUndoneSchema>
