import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'

/** The cookies of accounts. Over https their prefix ties them to this host. */
export function accountCookies(siteUrl: string) {
  const secure = siteUrl.startsWith('https://')
  const nameOf = (name: string) => (secure ? '__Host-' : '') + name
  return {
    /** The value that a Cookie header has for a name. */
    read: (header: string | undefined, name: string) => parseCookie(header ?? '')[nameOf(name)],
    /** Sets a cookie, which no script can read. A `maxAge` of 0 seconds deletes it. */
    set(
      reply: FastifyReply,
      name: string,
      value: string,
      maxAge: number,
      sameSite: 'lax' | 'strict' = 'lax',
    ): void {
      const cookie = {
        name: nameOf(name),
        value,
        maxAge,
        sameSite,
        secure,
        path: '/',
        httpOnly: true,
      }
      reply.header('set-cookie', stringifySetCookie(cookie))
    },
  }
}
