import { z } from 'zod'
import { towns } from './towns.ts'

/** A contractor who could do a lead's work, with the reasons in words. */
export const rankedContractorSchema = z.object({
  id: z.int(),
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** False where the license or the insurance has lapsed: then no offer is made, not even by hand. */
  isEligible: z.boolean(),
  /** What speaks for them. */
  reasons: z.array(z.string()),
  /** What keeps this offer away from them now; empty for those who fit. */
  obstacles: z.array(z.string()),
})

export type RankedContractor = z.infer<typeof rankedContractorSchema>

/** Which contractors fit a lead; the first is to be asked first. */
export const rankingSchema = z.object({
  /** Where the lead is; null where that is unknown: then towns do not count. */
  town: z.enum(towns).nullable(),
  /** Those who may be offered it now, at most `mostRanked`. */
  fitting: z.array(rankedContractorSchema),
  /** Those who do the work there, but not now; at most `mostRanked`. */
  others: z.array(rankedContractorSchema),
  counts: z.object({ fitting: z.int(), others: z.int() }),
})

export type Ranking = z.infer<typeof rankingSchema>

/** The most that is listed of each. */
export const mostRanked = 25
