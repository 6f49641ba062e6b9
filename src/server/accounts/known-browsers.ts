import { createHmac, randomBytes } from 'node:crypto'
import { cookies } from '#/content/browser-data.ts'
import type { Database } from '../db/database.ts'
import { hashesAreEqual } from '../http/equal-hashes.ts'
import { accountCookies } from './account-cookies.ts'
import { readSecret } from './secrets.ts'

/** How long a browser stays known without another sign-in. */
const knownDays = 365

/** Tells browsers that have signed in to an account before from all others, by a cookie. */
export type KnownBrowsers = {
  /** Stands for an account where its email must not be seen. */
  accountKey: (email: string) => Promise<string>
  /** The id of the browser that has this Cookie header; undefined where the account does not know it. */
  find: (cookie: string | undefined, email: string) => Promise<string | undefined>
  /** The Set-Cookie header that makes a browser known to an account, with a new id. */
  issue: (email: string) => Promise<string>
}

/**
 * A cookie is for one account, which its name gives as a keyed hash, so that several people can
 * share a browser. Its value is an id, when it ends, and the signature over all three.
 */
export function createKnownBrowsers(db: Database, siteUrl: string): KnownBrowsers {
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
    accountKey,
    async find(cookie, email) {
      if (cookie === undefined) return undefined
      const account = await accountKey(email)
      const [id = '', ends = '', signature = ''] =
        jar.read(cookie, nameFor(account))?.split('.') ?? []
      if (!(Number(ends) * 1000 > Date.now())) return undefined
      return hashesAreEqual(signature, await sign(account, id, ends)) ? id : undefined
    },
    async issue(email) {
      const account = await accountKey(email)
      const seconds = knownDays * 24 * 3600
      const id = randomBytes(12).toString('base64url')
      const ends = String(Math.floor(Date.now() / 1000) + seconds)
      const value = `${id}.${ends}.${await sign(account, id, ends)}`
      return jar.make(nameFor(account), value, seconds, 'strict')
    },
  }
}
