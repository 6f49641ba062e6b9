import { z } from 'zod'

/**
 * The cards above the inbox. `new` and `contacted` make up `total`; `thisWeek` counts those that came in the
 * last seven days. Leads in quarantine are counted in `quarantined` only.
 */
export const leadStatsSchema = z.object({
  total: z.int(),
  new: z.int(),
  contacted: z.int(),
  thisWeek: z.int(),
  quarantined: z.int(),
})

export type LeadStats = z.infer<typeof leadStatsSchema>
