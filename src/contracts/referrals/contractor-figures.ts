import { z } from 'zod'

/** How a contractor has answered lately, as the ranking counts it. */
export const contractorFiguresSchema = z.object({
  /** Offers of the last N days count. */
  days: z.int(),
  /** Offers that were answered, or not in time. */
  ended: z.int(),
  answered: z.int(),
  /** The median from an offer to its answer; null without an answer. */
  medianMinutes: z.number().nullable(),
  /** Offers of the last seven days. */
  offeredThisWeek: z.int(),
  /** Offers that wait for their answer now. */
  unanswered: z.int(),
})

export type ContractorFigures = z.infer<typeof contractorFiguresSchema>

/** What a contractor has in hand, and what came of their jobs. Days as in `contractorFiguresSchema`. */
export const contractorWorkSchema = z.object({
  /** Leads that they have accepted and that are not over. */
  jobsInHand: z.int(),
  /** Those that were done in the last N days. */
  jobsDone: z.int(),
  /** The mean of the stars of all their ratings; null without one. */
  stars: z.number().nullable(),
  ratings: z.int(),
  /** Fees less credits and reversals of the last N days, in cents. */
  incomeCents: z.int(),
})

export type ContractorWork = z.infer<typeof contractorWorkSchema>
