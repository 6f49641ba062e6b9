import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyRequest } from 'fastify'

/** The encodings in which bytes are kept ready, best first. */
export const contentEncodings = ['br', 'gzip', 'identity'] as const

/** An encoding in which bytes are kept ready. */
export type ContentEncoding = (typeof contentEncodings)[number]

/** The best of these encodings that the client accepts. */
export type ChooseEncoding = (request: FastifyRequest) => ContentEncoding

/** Chooses among some of the encodings; `identity` is always one of them. */
export function createChooseEncoding(available: readonly ContentEncoding[]): ChooseEncoding {
  const negotiator = new Negotiator({ supportedValues: [...available] })
  return ({ headers }) => {
    const accepted = headers['accept-encoding']
    return (accepted && (negotiator.negotiate(accepted) as ContentEncoding | null)) || 'identity'
  }
}

/** True if the client says that it has the representation with this tag already. */
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  return headers['if-none-match']?.includes(etag) === true
}

/** The `Cache-Control` of what never changes: its address holds a hash of its content. */
export const cachedForever = 'public, max-age=31536000, immutable'
