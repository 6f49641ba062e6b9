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

/** The same as it is sent: a number may be text. */
export type SentErasureTarget = z.input<typeof erasureTargetSchema>

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

/** How long leads are kept, and what the last night deleted. */
export const retentionSchema = z.object({
  /** Null: for ever. */
  days: z.int().nullable(),
  lastRun: z.object({ at: z.iso.datetime(), deletedLeads: z.int() }).nullable(),
})

export type Retention = z.infer<typeof retentionSchema>

const noNumber = 'Please enter a number of days, or leave it empty.'

const days = z
  .int(noNumber)
  .min(retentionLimits.min, `Please keep leads for at least ${retentionLimits.min} days.`)
  .max(retentionLimits.max, `Please give at most ${retentionLimits.max} days.`)

export const newRetentionSchema = z.object({ days: days.nullable() })

/** Asks what a period would delete. */
export const retentionPreviewQuery = z.object({ days: z.coerce.number(noNumber).pipe(days) })

/** What a period would delete: shown before it is set. */
export const retentionPreviewSchema = z.object({
  /** The number of leads that are older. */
  leads: z.int(),
  /** At most this many of them are deleted each night. */
  eachNight: z.int(),
  /** The oldest of them, at most fifty. */
  oldest: z.array(z.object({ id: z.int(), name: z.string(), createdAt: z.iso.datetime() })),
})

export type RetentionPreview = z.infer<typeof retentionPreviewSchema>
