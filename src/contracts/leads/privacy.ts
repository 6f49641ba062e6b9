import { z } from 'zod'
import { retentionLimits } from '../limits.ts'
import { sentText } from '../text.ts'
import { withAsciiDomain } from './email.ts'

/** Whose data is to be erased: everybody with this email, this phone number, or those of this lead. */
export const erasureTargetSchema = z
  .object({
    // As it is stored with a lead.
    email: sentText().trim().overwrite(withAsciiDomain).min(1).max(254).optional(),
    phone: sentText().trim().min(1).max(40).optional(),
    leadId: z.coerce.number().int().positive().optional(),
  })
  .refine(
    (target) => Object.values(target).filter((value) => value !== undefined).length === 1,
    'Name one of an email address, a phone number and a lead.',
  )

export type ErasureTarget = z.output<typeof erasureTargetSchema>

/** What an erasure would delete: shown before it is confirmed. */
export const erasurePreviewSchema = z.object({
  leads: z.int(),
  notes: z.int(),
  deliveries: z.int(),
})

export type ErasurePreview = z.infer<typeof erasurePreviewSchema>

/** The body that erases. `expectedLeads` is the count that was confirmed; another one is refused. */
export const erasureRequestSchema = z.intersection(
  erasureTargetSchema,
  z.object({ expectedLeads: z.int().min(0) }),
)

/** The record of an erasure: nothing of what was erased. */
export const erasureSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  by: z.string(),
  leads: z.int(),
})

export type Erasure = z.infer<typeof erasureSchema>

/** What one run has removed, and can be undone. */
export const removalSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** It can be undone until then at least. */
  until: z.iso.datetime(),
  leads: z.int(),
  /** The owner has undone it, and these leads are not back yet. */
  isComingBack: z.boolean(),
})

export type Removal = z.infer<typeof removalSchema>

/** Names a removal in a path. */
export const removalParamsSchema = z.object({
  removalId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
})

/** How long leads are kept, and what came of the last run that removes older ones. */
export const retentionSchema = z.object({
  /** Null: for ever. */
  days: z.int().nullable(),
  lastRun: z
    .object({
      at: z.iso.datetime(),
      deletedLeads: z.int(),
      /** What went wrong, for a person; null when nothing did. */
      error: z.string().nullable(),
    })
    .nullable(),
  /** The last run goes on just now; `deletedLeads` are those so far. */
  isRunning: z.boolean(),
  /** How many leads a run would have removed, which waits for the owner's consent; null for none. */
  heldBack: z.int().nullable(),
  /** What can be undone, newest first. */
  removals: z.array(removalSchema),
})

/** The body that lets a run remove what was held back. Another count than this is refused. */
export const retentionRunSchema = z.object({ expectedLeads: z.int().min(1) })

export type Retention = z.infer<typeof retentionSchema>

/** The body that sets how long leads are kept. */
export const newRetentionSchema = z.object({
  days: z
    .int('Please enter a number of days, or leave it empty.')
    .min(retentionLimits.min, `Please keep leads for at least ${retentionLimits.min} days.`)
    .max(retentionLimits.max, `Please give at most ${retentionLimits.max} days.`)
    .nullable(),
})
