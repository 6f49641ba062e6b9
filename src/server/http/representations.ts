import type { IncomingHttpHeaders } from 'node:http'
import { Negotiator } from '@fastify/accept-negotiator'

/** The encodings in which bytes are kept ready, best first. */
export const contentEncodings = ['br', 'gzip', 'identity'] as const

export type ContentEncoding = (typeof contentEncodings)[number]

/** A request, Node's or Fastify's. */
export type WithHeaders = { headers: IncomingHttpHeaders }

/** Returns the best of the available encodings that the client accepts. */
export type ChooseEncoding = (request: WithHeaders) => ContentEncoding

/** Chooses among some of the encodings; `identity` is always one of them. */
export function createChooseEncoding(available: readonly ContentEncoding[]): ChooseEncoding {
  const negotiator = new Negotiator({ supportedValues: [...available] })
  return ({ headers }) => {
    const accepted = headers['accept-encoding']
    return (accepted && (negotiator.negotiate(accepted) as ContentEncoding | null)) || 'identity'
  }
}

/** True if the client has the representation with this tag already. */
export function isKnown({ headers }: WithHeaders, etag: string): boolean {
  return headers['if-none-match']?.includes(etag) === true
}

/** The `Cache-Control` of files that never change: their address holds a hash of their content. */
export const cachedForever = 'public, max-age=31536000, immutable'
