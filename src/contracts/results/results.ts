import { z } from 'zod'
import { sources } from './visits.ts'

/** All that a page sends when its phone number is tapped; anything more is refused. */
export const tapSchema = z.strictObject({
  /** The source that follows from the visit's attribution. */
  source: z.enum(sources),
})

export type Tap = z.infer<typeof tapSchema>

const waitSchema = z.object({ median: z.number(), ninetieth: z.number() }).nullable()

/** A time in minutes: the median, and the one within which nine of ten were; null without data. */
export type Wait = z.infer<typeof waitSchema>

const resultSchema = z.object({
  requests: z.int(),
  /** A contractor has said yes and still has it, or has done it. */
  matched: z.int(),
  /** The work is done. */
  done: z.int(),
  /** Fees less credits and reversals, on the day of each entry, in cents. */
  incomeCents: z.int(),
  /** Null for a service: a tap is for none. */
  taps: z.int().nullable(),
  answered: z.int(),
  /** Opening hours from a request to its first contact, in minutes. */
  answerMinutes: waitSchema,
  /** From a request to that yes, in minutes by the clock. */
  matchMinutes: waitSchema,
})

const namedResultSchema = resultSchema.extend({ name: z.string() })

/** The results of one source, service or month. */
export type NamedResult = z.infer<typeof namedResultSchema>

/** Results of visits in a period, without those in quarantine. */
export const resultsSchema = z.object({
  total: resultSchema,
  /** Most taps and requests first. */
  bySource: z.array(namedResultSchema),
  byService: z.array(namedResultSchema),
  /** By `2026-11`, newest first. */
  byMonth: z.array(namedResultSchema),
  /** The days of the period as YYYY-MM-DD, oldest first. */
  days: z.array(z.iso.date()),
  /** These run parallel to the days. */
  tapsByDay: z.array(z.int()),
  requestsByDay: z.array(z.int()),
})

export type Results = z.infer<typeof resultsSchema>
