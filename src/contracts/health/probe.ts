import { z } from 'zod'

/** What the server sees of a request that a probe, or the doctor, sends it. */
export const probeLookSchema = z.object({
  /** The client's address, as limits count it. */
  clientAddress: z.string(),
  protocol: z.string(),
  /** The address that connects: the proxy's, if there is one. */
  peerAddress: z.string(),
  /** `X-Forwarded-For` as it came; null for none. */
  forwardedFor: z.string().nullable(),
  /** The peer is in TRUST_PROXY. */
  isFromProxy: z.boolean(),
})

export type ProbeLook = z.infer<typeof probeLookSchema>

/** The header that proves a request to be the installation's own. */
export const probeHeader = 'x-breezeway-probe'

/** Returns what the installation sees of a request. Internal: not part of the described API. */
export const probePath = '/api/probe'

/**
 * Tells those who are told of leads, by every way, that the probe fails, or works again (a `problem` of
 * null). True if one way worked. `stop` ends it early.
 */
export type TellOfProbe = (news: { problem: string | null }, stop: AbortSignal) => Promise<boolean>
