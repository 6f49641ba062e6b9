import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { clientKey } from '../http/client-address.ts'
import { AppError } from '../http/errors.ts'
import { giveBackUse, type Limit, takeUse } from '../http/rate-limits.ts'
import { createKnownBrowsers } from './account-cookies.ts'

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

/** Returns the refusal after too many tries. */
function tooManyTries(retryAfterSeconds: number): AppError {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const time = minutes <= 1 ? 'a minute' : `${minutes} minutes`
  const words = `Too many failed tries. Please wait ${time}, or use a browser you’ve signed in with before.`
  return new AppError('too_many_requests', words, { retryAfterSeconds })
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

  /** What a try of an unknown browser is counted by. */
  const countersOf = (ip: string, account: string): [limit: Limit, key: string][] => [
    [ofAddress, clientKey(ip)],
    [ofAccount, account],
  ]

  async function tryUnknown<Proven>(
    counters: [Limit, string][],
    check: () => Promise<Proven | undefined>,
  ): Promise<Proven | undefined> {
    if (atOnce >= mostAtOnce) {
      throw new AppError(
        'unavailable',
        'Too many people are signing in right now. Please try again in a moment.',
        { retryAfterSeconds: 5 },
      )
    }
    atOnce += 1
    try {
      // A try that one of them refuses is counted by none.
      await db.transaction(async (tx) => {
        for (const [limit, key] of counters) {
          const wait = await takeUse(tx, limit, key)
          if (wait !== undefined) throw tooManyTries(wait)
        }
      })
      const proven = await check()
      if (proven !== undefined) {
        for (const [limit, key] of counters) await giveBackUse(db, limit, key)
      }
      return proven
    } finally {
      atOnce -= 1
    }
  }

  return {
    /**
     * Runs the check of what was tried, and returns its result: undefined if it was wrong.
     * Throws `too_many_requests` instead when this browser has no try left.
     */
    async tryOnce<Proven>(
      request: FastifyRequest,
      email: string,
      check: () => Promise<Proven | undefined>,
    ): Promise<Proven | undefined> {
      const browser = await browsers.find(request.headers.cookie, email)
      const isKnown = browser && (await takeUse(db, ofBrowser, browser)) === undefined
      if (!isKnown) {
        return tryUnknown(countersOf(request.ip, await browsers.accountKey(email)), check)
      }
      const proven = await check()
      if (proven !== undefined) await giveBackUse(db, ofBrowser, browser)
      return proven
    },
    /** Makes this browser known to the account of a person who has just signed in with all it takes. */
    async rememberBrowser(reply: FastifyReply, email: string): Promise<void> {
      reply.header('set-cookie', await browsers.issue(email))
    },
  }
}
