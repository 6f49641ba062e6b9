import { z } from 'zod'
import { towns } from './towns.ts'

/** A contractor who could do a lead's work, with the reasons in words. */
export const rankedContractorSchema = z.object({
  id: z.int(),
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** False for whoever's license or insurance has lapsed: they are offered nothing, not even by hand. */
  isEligible: z.boolean(),
  /** What speaks for them. */
  reasons: z.array(z.string()),
  /** What keeps this offer away from them now; empty for those who fit. */
  obstacles: z.array(z.string()),
})

export type RankedContractor = z.infer<typeof rankedContractorSchema>

/** Who fits a lead. The first is the one to be asked first. */
export const rankingSchema = z.object({
  /** Where the lead is; null where nobody knows, and the towns are left out of account. */
  town: z.enum(towns).nullable(),
  /** Those who may be offered it now, at most `mostRanked`. */
  fitting: z.array(rankedContractorSchema),
  /** Those who do the work there, but not now; at most `mostRanked`. */
  others: z.array(rankedContractorSchema),
  /** How many there are of each. */
  counts: z.object({ fitting: z.int(), others: z.int() }),
})

export type Ranking = z.infer<typeof rankingSchema>

/** As many of each are listed. */
export const mostRanked = 25
