import { z } from 'zod'

/** What the server sees of a request that the installation sends itself. */
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
