import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { networksOf } from '../http/client-address.ts'
import { AppError } from '../http/errors.ts'
import { createRateLimiter } from '../http/rate-limits.ts'
import { forgetUses, giveBackUse, type Refilling, takeUse } from '../http/refilling-limits.ts'
import { createKnownBrowsers } from './known-browsers.ts'

const quarterHour = 15 * 60
const hour = 3600

/**
 * Wrong tries at one account from all browsers that it does not know: 180 in any 24 hours, the size
 * and what comes back. With the 20 of a known browser whose cookie was stolen these are 200.
 */
const ofAccount: Refilling = { name: 'sign-in-account', size: 90, seconds: (24 * hour) / 90 }

/**
 * Wrong tries at one account from one network, the widest that its addresses may be of. One is
 * forgotten in a day, so that each network is a newcomer no more than once a day.
 */
const ofNetwork: Refilling = { name: 'sign-in-network', size: 15, seconds: 24 * hour }

/** Wrong tries of one known browser; beyond them it is counted as an unknown one. */
const ofBrowser: Refilling = { name: 'sign-in-browser', size: 10, seconds: 2.4 * hour }

/**
 * How many of an account's tries a network must leave to others, by how many wrong ones it has had:
 * whoever guesses uses up what is above, and a newcomer's first try finds what is below.
 */
const leftByNewcomers = [0, 30, 45]
const leftByOthers = 60

/** Tries from one network within a quarter of an hour, whatever the accounts; the narrowest first. */
const triesOfNetworks = [30, 60, 120]

/** So many unknown browsers may have their passwords checked at once: each costs much work. */
const mostAtOnce = 20

/**
 * Limits guesses of whatever signs a person in: a password, a code of a second factor. An account
 * is named by its email, whether there is one or not.
 */
export type SignInLimits = {
  /**
   * Runs the check of what was tried, which answers undefined if it was wrong, and answers the same.
   * Throws `too_many_requests` instead when this browser has no try left.
   */
  tryOnce: <Proven>(
    request: FastifyRequest,
    email: string,
    check: () => Promise<Proven | undefined>,
  ) => Promise<Proven | undefined>
  /** Makes this browser known to the account: for whoever has just signed in with all it takes. */
  rememberBrowser: (reply: FastifyReply, email: string) => Promise<void>
}

/** A length of time in words, rounded up. */
function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'a minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

/** What whoever has had too many tries is told. */
export function tooManyTries(seconds: number): string {
  return `Too many tries. Please wait ${inWords(seconds)} and try again.`
}

const tooManyAtAccount = (seconds: number) =>
  `Too many wrong tries for this account. Please wait ${inWords(seconds)}, or use a browser in which you have signed in before.`

/** Takes a try of the network and one of the account, or none of both. Throws if one has none left. */
function takeTry(db: Database, account: string, network: string): Promise<void> {
  return db.transaction(async (tx) => {
    const refuseAfter = (retryAfterSeconds: number) => {
      throw new AppError('too_many_requests', tooManyAtAccount(retryAfterSeconds), {
        retryAfterSeconds,
      })
    }
    // The network's row stays locked until the end, so its tries at once are counted one by one.
    const ofThis = await takeUse(tx, ofNetwork, network)
    if (!ofThis.isTaken) return refuseAfter(ofThis.waitSeconds)
    const leave = leftByNewcomers[Math.ceil(ofThis.usedBefore)] ?? leftByOthers
    const ofAll = await takeUse(tx, ofAccount, account, leave)
    if (!ofAll.isTaken) refuseAfter(ofAll.waitSeconds)
  })
}

/** Sets up the limits of an installation: its processes count together, in the database. */
export function createSignInLimits(db: Database, siteUrl: string): SignInLimits {
  const browsers = createKnownBrowsers(db, siteUrl)
  const perNetwork = triesOfNetworks.map((points, width) =>
    createRateLimiter(
      db,
      [{ name: `sign-in-width-${width}`, points, seconds: quarterHour }],
      tooManyTries,
    ),
  )
  // Slows one address down at one account; the limits of days are counted by wider networks.
  const perPerson = createRateLimiter(
    db,
    [{ name: 'sign-in', points: 5, seconds: quarterHour }],
    tooManyTries,
  )
  let atOnce = 0

  /** Counts a try of an unknown browser; answers what forgets it, and the wrong ones before it. */
  async function countUnknown(request: FastifyRequest, account: string) {
    const networks = networksOf(request.ip)
    const person = `${networks[0]} ${account}`
    const network = `${networks.at(-1)} ${account}`
    for (const [width, name] of networks.entries()) await perNetwork[width]?.consumeStrictly(name)
    await perPerson.consumeStrictly(person)
    await takeTry(db, account, network)
    return async () => {
      await perPerson.reset(person)
      await forgetUses(db, ofNetwork, network)
      await giveBackUse(db, ofAccount, account)
    }
  }

  async function tryUnknown<Proven>(
    request: FastifyRequest,
    account: string,
    check: () => Promise<Proven | undefined>,
  ) {
    if (atOnce >= mostAtOnce) {
      throw new AppError(
        'unavailable',
        'Too many people are signing in right now. Please try again in a moment.',
        { retryAfterSeconds: 5 },
      )
    }
    atOnce += 1
    try {
      const forget = await countUnknown(request, account)
      const proven = await check()
      if (proven !== undefined) await forget()
      return proven
    } finally {
      atOnce -= 1
    }
  }

  return {
    async tryOnce(request, email, check) {
      const account = await browsers.accountKey(email)
      const browser = await browsers.find(request.headers.cookie, email)
      const isKnown = browser !== undefined && (await takeUse(db, ofBrowser, browser)).isTaken
      if (!isKnown) return tryUnknown(request, account, check)
      const proven = await check()
      if (proven !== undefined) await giveBackUse(db, ofBrowser, browser)
      return proven
    },
    async rememberBrowser(reply, email) {
      reply.header('set-cookie', await browsers.issue(email))
    },
  }
}
