import { z } from 'zod'

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

/**
 * Tells those who are told of leads, by every way, that the probe fails, or works again (a `problem` of
 * null). True if one way worked. `stop` ends it early.
 */
export type TellOfProbe = (news: { problem: string | null }, stop: AbortSignal) => Promise<boolean>
