import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookies } from '#/content/browser-data.ts'
import type { Database, Transaction } from '../db/database.ts'
import { readSecret } from '../db/secrets.ts'
import { clientKey } from '../http/client-address.ts'
import { AppError } from '../http/errors.ts'
import { hashesAreEqual } from '../http/link-tokens.ts'
import { giveBackUse, type Limit, takeUse } from '../http/rate-limits.ts'
import { accountCookies } from './account-cookies.ts'

const day = 24 * 3600

/**
 * Wrong tries at one account from all browsers that it does not know: 180 in any 24 hours, the size
 * and what comes back. With the 20 of a known browser whose cookie was stolen these are 200.
 */
const ofAccount: Limit = { name: 'sign-in-account', points: 90, seconds: day }

/** Wrong tries from one address, whatever the accounts: alone it never uses up those of an account. */
const ofAddress: Limit = { name: 'sign-in-address', points: 20, seconds: day }

/** Wrong tries of one known browser; beyond them it is counted as an unknown one. */
const ofBrowser: Limit = { name: 'sign-in-browser', points: 10, seconds: day }

/** How many unknown browsers may have their passwords checked at once: each costs much work. */
const mostAtOnce = 20

function tooManyTries(retryAfterSeconds: number): AppError {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const time = minutes <= 1 ? 'a minute' : `${minutes} minutes`
  const words = `Too many failed tries. Please wait ${time}, or use a browser you’ve signed in with before.`
  return new AppError('too_many_requests', words, { retryAfterSeconds })
}

/** How long a browser stays known without another sign-in. */
const knownDays = 365

/**
 * Tells browsers that have signed in to an account before from all others. A cookie is for one
 * account, which its name gives as a keyed hash, so that several people can share a browser. Its
 * value is an id, when it ends, and the signature over all three.
 */
function createKnownBrowsers(db: Database, siteUrl: string) {
  const jar = accountCookies(siteUrl)

  async function hash(purpose: string, text: string, tx: Database = db): Promise<string> {
    const secret = await readSecret(tx, 'known-browsers')
    return createHmac('sha256', secret).update(`${purpose}:${text}`).digest('base64url')
  }
  const accountKey = (email: string, tx?: Transaction) => hash('account', email.toLowerCase(), tx)
  const sign = (account: string, id: string, ends: string) =>
    hash('browser', `${account}.${id}.${ends}`)
  const [prefix = ''] = cookies.knownBrowser.name.split('*')
  const nameFor = (account: string) => prefix + account.slice(0, 16)

  return {
    /** Stands for an account where its email must not be seen. */
    accountKey,
    /** The id of the browser with this Cookie header; undefined where the account does not know it. */
    async find(cookie: string | undefined, email: string): Promise<string | undefined> {
      if (!cookie?.includes(prefix)) return undefined
      const account = await accountKey(email)
      const [id = '', ends = '', signature = ''] =
        jar.read(cookie, nameFor(account))?.split('.') ?? []
      if (!(Number(ends) * 1000 > Date.now())) return undefined
      return hashesAreEqual(signature, await sign(account, id, ends)) ? id : undefined
    },
    /** Makes the browser known to an account, with a new id. */
    async remember(reply: FastifyReply, email: string): Promise<void> {
      const account = await accountKey(email)
      const seconds = knownDays * 24 * 3600
      const id = randomBytes(12).toString('base64url')
      const ends = String(Math.floor(Date.now() / 1000) + seconds)
      const value = `${id}.${ends}.${await sign(account, id, ends)}`
      jar.set(reply, nameFor(account), value, seconds, 'strict')
    },
  }
}

/** The limits of an installation. An account is named by its email, whether there is one or not. */
export type SignInLimits = ReturnType<typeof createSignInLimits>

/**
 * Limits guesses of whatever signs a person in: a password, a code of a second factor. The processes
 * of an installation count together, in the database.
 */
export function createSignInLimits(db: Database, siteUrl: string) {
  const browsers = createKnownBrowsers(db, siteUrl)
  let atOnce = 0

  /** Runs a check for which tries were taken, and gives them back unless what was tried is wrong. */
  async function runCheck<Proven>(
    counters: [Limit, string][],
    check: () => Promise<Proven>,
  ): Promise<Proven> {
    let isWrong = false
    try {
      const proven = await check()
      isWrong = !proven
      return proven
    } finally {
      if (!isWrong) for (const [limit, key] of counters) await giveBackUse(db, limit, key)
    }
  }

  async function tryUnknown<Proven>(
    ip: string,
    email: string,
    check: () => Promise<Proven>,
  ): Promise<Proven> {
    if (atOnce >= mostAtOnce) {
      throw new AppError(
        'unavailable',
        'Too many people are signing in right now. Please try again in a moment.',
        { retryAfterSeconds: 5 },
      )
    }
    atOnce += 1
    try {
      const counters: [Limit, string][] = []
      // A try that one of them refuses is counted by none.
      await db.transaction(async (tx) => {
        const take = async (limit: Limit, key: string) => {
          const wait = await takeUse(tx, limit, key)
          if (wait !== undefined) throw tooManyTries(wait)
          counters.push([limit, key])
        }
        await take(ofAddress, clientKey(ip))
        await take(ofAccount, await browsers.accountKey(email, tx))
      })
      return await runCheck(counters, check)
    } finally {
      atOnce -= 1
    }
  }

  return {
    /**
     * Runs the check of what was tried, and returns its result: undefined or false if it was wrong.
     * A check that throws uses up no try. Throws `too_many_requests` instead when this browser has none
     * left.
     */
    async tryOnce<Proven>(
      request: FastifyRequest,
      email: string,
      check: () => Promise<Proven>,
    ): Promise<Proven> {
      const browser = await browsers.find(request.headers.cookie, email)
      const isKnown = browser && (await takeUse(db, ofBrowser, browser)) === undefined
      return isKnown
        ? runCheck([[ofBrowser, browser]], check)
        : tryUnknown(request.ip, email, check)
    },
    /** Makes this browser known to the account of a person who has just signed in with all it takes. */
    rememberBrowser: browsers.remember,
  }
}
