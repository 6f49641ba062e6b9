import { z } from 'zod'
import { newNoteSchema } from '../leads/inbox.ts'
import { manyActions, mostAtOnce } from '../limits.ts'
import { ownerReasons } from './offer-states.ts'

/** Whose the lead was before it was offered, so that this can be put back. */
const beforeSchema = z.object({
  ranOutAt: z.iso.datetime().nullable(),
  ownerReason: z.enum(ownerReasons).nullable(),
})

/** What was made of a lead, as the answer said it: to take it back. */
const madeSchema = z.object({
  id: z.int().positive(),
  /** The numbers of the note or the offers. */
  made: z.array(z.int().positive()).max(10).default([]),
  before: beforeSchema.nullish(),
})

/** One thing to do to several leads, or to take back what was done to them within the last minute. */
export const manyLeadsSchema = z
  .object({
    action: z.enum(manyActions),
    leads: z.array(madeSchema).min(1).max(mostAtOnce),
    text: newNoteSchema.shape.text.optional(),
    isUndo: z.boolean().default(false),
    /** Only says what would come of it. */
    isPreview: z.boolean().default(false),
  })
  .refine(({ leads }) => new Set(leads.map(({ id }) => id)).size === leads.length, {
    path: ['leads'],
    error: 'Name each request once.',
  })
  .refine(({ action, text, isUndo }) => action !== 'note' || isUndo || text, {
    path: ['text'],
    error: 'Please write something.',
  })

export type ManyLeads = z.output<typeof manyLeadsSchema>

/** What happened to each lead, in the order in which they were named. */
export const manyResultsSchema = z.array(
  madeSchema.extend({
    /** `as it was`: there was nothing to change. */
    result: z.enum(['done', 'as it was', 'refused']),
    /** Why not, in the owner's words; what else they must know of what was done. */
    why: z.string().nullable(),
  }),
)

export type ManyResults = z.output<typeof manyResultsSchema>

export type ManyResult = ManyResults[number]
