import { z } from 'zod'
import { resultPeriods } from '../limits.ts'
import { publicPaths } from '../site-routes.ts'
import { sources } from './visits.ts'

/** What counts as a page that is not one of the site's, or is not known. */
export const otherPage = 'other'

/** All that a page sends when the phone number on it is tapped; anything more is refused. */
export const tapSchema = z.strictObject({
  /** The path of the page. */
  page: z.enum([...publicPaths, otherPage]).catch(otherPage),
  /** What the visit's attribution comes down to. */
  source: z.enum(sources),
})

export type Tap = z.infer<typeof tapSchema>

/** The query of the results. */
export const resultsQuerySchema = z.object({
  days: z.coerce
    .number()
    .refine((days) => resultPeriods.some((period) => period === days), {
      error: `Please choose one of ${resultPeriods.join(', ')} days.`,
    })
    .default(30),
})

const waitSchema = z.object({ median: z.number(), ninetieth: z.number() }).nullable()

/** A time in minutes, as most people waited and as nearly all did; null where nobody has yet. */
export type Wait = z.infer<typeof waitSchema>

const resultSchema = z.object({
  taps: z.int(),
  requests: z.int(),
  answered: z.int(),
  /** Opening hours from a request to its first contact, in minutes. */
  answerMinutes: waitSchema,
  /** With a contractor who said yes. */
  matched: z.int(),
  /** From a request to that yes, in minutes by the clock. */
  matchMinutes: waitSchema,
  /** Where the work is done. */
  done: z.int(),
})

const namedResultSchema = resultSchema.extend({ name: z.string() })

/** What came of the visits of one source or page. */
export type NamedResult = z.infer<typeof namedResultSchema>

/** Results of visits in a period. What is in quarantine does not count. */
export const resultsSchema = z.object({
  total: resultSchema,
  /** Most taps and requests first. */
  bySource: z.array(namedResultSchema),
  byPage: z.array(namedResultSchema),
  /** The days of the period as YYYY-MM-DD, oldest first. */
  days: z.array(z.iso.date()),
  /** These run parallel to the days. */
  tapsByDay: z.array(z.int()),
  requestsByDay: z.array(z.int()),
})

export type Results = z.infer<typeof resultsSchema>

/** What the site promises or claims, and the data can show. */
export const promiseIds = [
  'answer',
  'emergency',
  'matching',
  'contractors',
  'areas',
  'projects',
  'satisfaction',
  'testimonials',
] as const

export type PromiseId = (typeof promiseIds)[number]

/** One promise beside what the data says. */
export const promiseSchema = z.object({
  id: z.enum(promiseIds),
  /**
   * A share from 0 to 1 of the promises of a time and of those who are satisfied, a number of the others;
   * null where there is no data.
   */
  measured: z.number().nullable(),
  /** Of how many requests or ratings a share is; null for what is no share. */
  sample: z.int().nullable(),
  /** Null where there is no data. */
  holds: z.boolean().nullable(),
})

export type PromiseCheck = z.infer<typeof promiseSchema>
