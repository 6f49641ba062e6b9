import type { z } from 'zod'
import { expectedSchema, sheetSchema } from '../sheets.ts'

/** The fields of a request that an import reads. */
const importedFieldNames = [
  'name',
  'phone',
  'email',
  'address',
  'service',
  'message',
  'receivedOn',
  'outcome',
] as const

export type ImportedField = (typeof importedFieldNames)[number]

/** A file of requests that are over. */
export const leadSheetSchema = sheetSchema(importedFieldNames)

export type LeadSheet = z.output<typeof leadSheetSchema>

export const leadImportSchema = leadSheetSchema.extend({ expected: expectedSchema })

export type LeadImport = z.output<typeof leadImportSchema>
