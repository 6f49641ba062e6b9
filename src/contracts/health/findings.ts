import { z } from 'zod'
import { findingKeys, severities } from './finding-catalog.ts'

/** One thing that is wrong. Times are ISO 8601 in UTC. */
export const findingSchema = z.object({
  key: z.enum(findingKeys),
  severity: z.enum(severities),
  /** What it is, as a sentence without paths and names of hosts. */
  text: z.string(),
  /** What is known beside that, as a sentence; for admins. */
  detail: z.string().nullable(),
  /** What to do, in one line, or with a command on each of the next. */
  advice: z.string(),
  since: z.iso.datetime(),
  /** Pages of the office where it can be seen to. */
  links: z.array(z.object({ text: z.string(), path: z.string() })),
})

export type Finding = z.infer<typeof findingSchema>

/** What anybody is told of it. */
export const publicFindingSchema = findingSchema.pick({ key: true, text: true, since: true })

export type PublicFinding = z.infer<typeof publicFindingSchema>
