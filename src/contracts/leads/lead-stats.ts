import { z } from 'zod'

/**
 * The cards above the inbox. `new` counts those that are neither contacted, nor matched, nor over,
 * `thisWeek` those that came in the last seven days. Leads in quarantine are counted in `quarantined` only.
 */
export const leadStatsSchema = z.object({
  total: z.int(),
  new: z.int(),
  contacted: z.int(),
  thisWeek: z.int(),
  quarantined: z.int(),
})

export type LeadStats = z.infer<typeof leadStatsSchema>

/** How soon leads of the last thirty days were contacted; the median in opening hours. */
export const leadSpeedSchema = z.object({
  /** Null while none was contacted. */
  medianMinutes: z.number().nullable(),
  answered: z.int(),
  /** Emergencies by the clock, all others in opening hours. */
  withinPromise: z.int(),
  /** Not contacted although the promised time is over. */
  overdue: z.int(),
  /** `withinPromise` of `answered` and `overdue` together, 0 to 1; null while there is neither. */
  share: z.number().nullable(),
})

export type LeadSpeed = z.infer<typeof leadSpeedSchema>

/** What the plot of requests per day can be split by. */
const dailyDimensions = ['service', 'source'] as const

export const leadDailyQuerySchema = z.object({ by: z.enum(dailyDimensions).default('service') })

/** Requests per day of the last thirty days, oldest first, without those in quarantine. */
export const leadDailySchema = z.object({
  by: z.enum(dailyDimensions),
  /** Thirty days of the business's time zone as YYYY-MM-DD; the last is today. */
  days: z.array(z.iso.date()),
  /**
   * One series for each service or source that occurs, most first; counts run parallel to `days`.
   */
  series: z.array(z.object({ name: z.string(), total: z.int(), counts: z.array(z.int()) })),
})

export type LeadDaily = z.infer<typeof leadDailySchema>
