import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

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

/** The cookies of accounts. Over https their prefix ties them to this host. */
export function accountCookies(siteUrl: string) {
  const secure = siteUrl.startsWith('https://')
  const nameOf = (name: string) => (secure ? '__Host-' : '') + name
  return {
    /** The value that a Cookie header has for a name. */
    read: (header: string | undefined, name: string) => parseCookie(header ?? '')[nameOf(name)],
    /** A Set-Cookie header, which no script can read. A `maxAge` of 0 seconds deletes the cookie. */
    make: (name: string, value: string, maxAge: number, sameSite: 'lax' | 'strict' = 'lax') =>
      stringifySetCookie({
        ...{ name: nameOf(name), value, maxAge, sameSite, secure },
        ...{ path: '/', httpOnly: true },
      }),
  }
}
