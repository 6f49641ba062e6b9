import { z } from 'zod'
import { retentionLimits } from '../limits.ts'
import { sentText } from '../text.ts'
import { readEmail } from '../values/email.ts'

/** Whose leads to erase: all with this email, this phone number, or those of this lead's person. */
export const erasureTargetSchema = z
  .object({
    // As it is stored with a lead.
    email: sentText().overwrite(readEmail).min(1).max(254).optional(),
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

/** `expectedLeads` is the count that was confirmed; with another count the erasure is refused. */
export const erasureRequestSchema = z.intersection(
  erasureTargetSchema,
  z.object({ expectedLeads: z.int().min(0) }),
)

/** The record of an erasure, without any of the erased data. */
export const erasureSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  by: z.string(),
  leads: z.int(),
})

export type Erasure = z.infer<typeof erasureSchema>

/** What one run has removed, and can be undone. */
const removalSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** It can be undone until then at least. */
  until: z.iso.datetime(),
  leads: z.int(),
  /** The owner has undone it, and these leads are not back yet. */
  isComingBack: z.boolean(),
})

export type Removal = z.infer<typeof removalSchema>

export const removalParamsSchema = z.object({
  removalId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
})

/** How long leads are kept, and the result of the last run that removed older ones. */
export const retentionSchema = z.object({
  /** Null: for ever. */
  days: z.int().nullable(),
  lastRun: z
    .object({
      at: z.iso.datetime(),
      deletedLeads: z.int(),
      /** The last run is still going on; `deletedLeads` are those so far. */
      error: z.string().nullable(),
    })
    .nullable(),
  /** The last run goes on just now; `deletedLeads` are those so far. */
  isRunning: z.boolean(),
  /** How many leads a run would remove, and waits for the owner's consent to; null for none. */
  heldBack: z.int().nullable(),
  /** What can be undone, newest first. */
  removals: z.array(removalSchema),
})

/** Lets a run remove what was held back. Refused where the count is another one now. */
export const retentionRunSchema = z.object({ expectedLeads: z.int().min(1) })

export type Retention = z.infer<typeof retentionSchema>

export const newRetentionSchema = z.object({
  days: z
    .int('Please enter a number of days, or leave it empty.')
    .min(retentionLimits.min, `Please keep leads for at least ${retentionLimits.min} days.`)
    .max(retentionLimits.max, `Please give at most ${retentionLimits.max} days.`)
    .nullable(),
})
