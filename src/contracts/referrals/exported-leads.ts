import { z } from 'zod'
import { leadPageSchema } from '../leads/inbox.ts'
import { leadEntrySchema } from '../leads/leads.ts'
import { outcomes } from './offer-states.ts'

/** A lead as a row of a file: an entry, and what came of it. Times are ISO 8601 in UTC. */
const exportedLeadSchema = leadEntrySchema.extend({
  outcome: z.enum(outcomes),
  /** When its outcome last changed, and when its contractor said yes. */
  outcomeAt: z.iso.datetime().nullable(),
  acceptedAt: z.iso.datetime().nullable(),
  /** When somebody said that contractor and visitor have spoken. */
  calledAt: z.iso.datetime().nullable(),
  /** What its contractor owes for it, credits and reversals taken off; null where no fee was charged. */
  feeCents: z.int().nullable(),
})

export type ExportedLead = z.infer<typeof exportedLeadSchema>

export const exportPageSchema = leadPageSchema.extend({ data: z.array(exportedLeadSchema) })

export type ExportPage = z.infer<typeof exportPageSchema>
