import { z } from 'zod'
import { findingKeys, severities } from './finding-catalog.ts'

/** What can be done about something at once: a change in the API that needs nothing to be typed. */
const needButtonSchema = z.object({
  text: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  body: z.record(z.string(), z.union([z.boolean(), z.int()])).optional(),
})

export type NeedButton = z.infer<typeof needButtonSchema>

/** One thing that needs somebody. Times are ISO 8601 in UTC. */
const needSchema = z.object({
  /** What it is: a finding, news, or a first step. */
  key: z.string(),
  severity: z.enum(severities),
  /** It is about an emergency. */
  isUrgent: z.boolean(),
  /** A sentence without paths and names of hosts. */
  text: z.string(),
  /** What is known besides, as a sentence. */
  detail: z.string().nullable(),
  /** What to do, as a sentence. */
  advice: z.string().nullable(),
  since: z.iso.datetime().nullable(),
  /** Pages of the office that show or mend it. */
  links: z.array(z.object({ text: z.string(), path: z.string() })),
  buttons: z.array(needButtonSchema),
})

export type Need = z.infer<typeof needSchema>

/** What needs somebody, what costs a customer most first. */
export const needListSchema = z.object({
  needs: z.array(needSchema),
  /** How many there are: more than are listed, after a busy time. */
  total: z.int(),
  /** What can be done about several of them at once. */
  buttons: z.array(needButtonSchema),
})

export type NeedList = z.infer<typeof needListSchema>

/** The part of a finding that needs no session. */
export const publicFindingSchema = needSchema
  .pick({ text: true })
  .extend({ key: z.enum(findingKeys), since: z.iso.datetime() })

export type PublicFinding = z.infer<typeof publicFindingSchema>
