import { createHmac, randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { cookies } from '#/content/browser-data.ts'
import type { Database } from '../db/database.ts'
import { readSecret } from '../db/secrets.ts'
import { hashesAreEqual } from '../http/link-tokens.ts'

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
        name: nameOf(name),
        value,
        maxAge,
        sameSite,
        secure,
        path: '/',
        httpOnly: true,
      }),
  }
}

/** How long a browser stays known without another sign-in. */
const knownDays = 365

/**
 * Tells browsers that have signed in to an account before from all others. A cookie is for one
 * account, which its name gives as a keyed hash, so that several people can share a browser. Its
 * value is an id, when it ends, and the signature over all three.
 */
export function createKnownBrowsers(db: Database, siteUrl: string) {
  const jar = accountCookies(siteUrl)
  let secret: Promise<string> | undefined

  async function hash(purpose: string, text: string): Promise<string> {
    secret ??= readSecret(db, 'known-browsers').catch((error: unknown) => {
      // The database is away. The next caller tries again.
      secret = undefined
      throw error
    })
    return createHmac('sha256', await secret)
      .update(`${purpose}:${text}`)
      .digest('base64url')
  }
  const accountKey = (email: string) => hash('account', email.toLowerCase())
  const sign = (account: string, id: string, ends: string) =>
    hash('browser', `${account}.${id}.${ends}`)
  const nameFor = (account: string) => cookies.knownBrowser.name.replace('*', account.slice(0, 16))

  return {
    /** Stands for an account where its email must not be seen. */
    accountKey,
    /** The id of the browser with this Cookie header; undefined where the account does not know it. */
    async find(cookie: string | undefined, email: string): Promise<string | undefined> {
      if (cookie === undefined) return undefined
      const account = await accountKey(email)
      const [id = '', ends = '', signature = ''] =
        jar.read(cookie, nameFor(account))?.split('.') ?? []
      if (!(Number(ends) * 1000 > Date.now())) return undefined
      return hashesAreEqual(signature, await sign(account, id, ends)) ? id : undefined
    },
    /** The Set-Cookie header that makes a browser known to an account, with a new id. */
    async issue(email: string): Promise<string> {
      const account = await accountKey(email)
      const seconds = knownDays * 24 * 3600
      const id = randomBytes(12).toString('base64url')
      const ends = String(Math.floor(Date.now() / 1000) + seconds)
      const value = `${id}.${ends}.${await sign(account, id, ends)}`
      return jar.make(nameFor(account), value, seconds, 'strict')
    },
  }
}
