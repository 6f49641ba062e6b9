import { z } from 'zod'

export const probeStates = ['running', 'done', 'failed'] as const

/** One probe. Times are ISO 8601 in UTC. */
export const probeSchema = z.object({
  dueAt: z.iso.datetime(),
  state: z.enum(probeStates),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  durationMs: z.int().nullable(),
  /** Why it failed, as a sentence for the owner. */
  problem: z.string().nullable(),
})

export type Probe = z.infer<typeof probeSchema>

/** What the owner is to know of the probe. */
export const probeStatusSchema = z.object({
  /** When the next one is sent; null where none is scheduled. */
  nextAt: z.iso.datetime().nullable(),
  /** The last time of the schedule has passed some minutes ago, and nothing has come of it. */
  isLate: z.boolean(),
  /** The newest one that has ended. */
  last: probeSchema.nullable(),
  /** When one last came through. */
  lastDoneAt: z.iso.datetime().nullable(),
})

export type ProbeStatus = z.infer<typeof probeStatusSchema>

/** What the server sees of the request that a probe, or the doctor, asks it with. */
export const probeLookSchema = z.object({
  /** The client's address, as limits count it. */
  clientAddress: z.string(),
  protocol: z.string(),
  /** Whoever connects: the proxy, if there is one. */
  peerAddress: z.string(),
  /** `X-Forwarded-For` as it came; null for none. */
  forwardedFor: z.string().nullable(),
  /** The peer is in TRUST_PROXY. */
  isFromProxy: z.boolean(),
})

export type ProbeLook = z.infer<typeof probeLookSchema>

/** The header that proves a request to be the installation's own. */
export const probeHeader = 'x-breezeway-probe'

/** Where the installation asks itself what it sees of a request. Not for clients, and not described. */
export const probePath = '/api/probe'
