import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressHeader } from './library-names.ts'
import { isOnLocalhost } from './second-factors/passkey-site.ts'

/** Where a request comes from. `cookie` is its Cookie header. */
export type Browser = {
  userAgent?: string | undefined
  cookie?: string | undefined
  address?: string | undefined
  origin?: string | undefined
}

/** Where a request comes from. */
export const browserOf = ({ headers, ip }: FastifyRequest): Browser => ({
  userAgent: headers['user-agent'],
  cookie: headers.cookie,
  address: ip,
  origin: headers.origin,
})

/** What the library is to know of a request. */
export function headersOf({ cookie, userAgent, address, origin }: Browser): Headers {
  const headers = {
    cookie,
    'user-agent': userAgent,
    [addressHeader]: address,
    // Passkeys that work on this machine do so at every port; elsewhere the origin is set.
    origin: isOnLocalhost(origin) ? origin : undefined,
  }
  return new Headers(Object.entries(headers).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])))
}

/** Sends cookies with an answer. */
export function setCookies(reply: FastifyReply, cookies: string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie)
}
