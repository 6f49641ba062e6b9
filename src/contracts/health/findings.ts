import { z } from 'zod'
import { findingKeys, severities } from './finding-catalog.ts'

/** One thing that is wrong. Times are ISO 8601 in UTC. */
export const findingSchema = z.object({
  key: z.enum(findingKeys),
  severity: z.enum(severities),
  /** A sentence without paths and names of hosts. */
  text: z.string(),
  /** What is known besides, as a sentence; for admins. */
  detail: z.string().nullable(),
  /** What to do, as a sentence. */
  advice: z.string(),
  since: z.iso.datetime(),
  /** Pages of the office that show or mend it. */
  links: z.array(z.object({ text: z.string(), path: z.string() })),
})

export type Finding = z.infer<typeof findingSchema>

/** The part of a finding that needs no session. */
export const publicFindingSchema = findingSchema.pick({ key: true, text: true, since: true })

export type PublicFinding = z.infer<typeof publicFindingSchema>
