import { z } from 'zod'
import { leadPageSchema } from '../leads/inbox.ts'
import { leadEntrySchema } from '../leads/leads.ts'

/** A lead as a row of a file: an entry, and what its contractor pays for it. */
const exportedLeadSchema = leadEntrySchema.extend({
  /** Credits and reversals are taken off; null where no fee was charged. */
  feeCents: z.int().nullable(),
})

export type ExportedLead = z.infer<typeof exportedLeadSchema>

export const exportPageSchema = leadPageSchema.extend({ data: z.array(exportedLeadSchema) })

export type ExportPage = z.infer<typeof exportPageSchema>
