import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { networksOf } from '../http/client-address.ts'
import { AppError } from '../http/errors.ts'
import {
  createRateLimiter,
  forgetUses,
  giveBackUse,
  type Limit,
  takeUse,
} from '../http/rate-limits.ts'
import { createKnownBrowsers } from './account-cookies.ts'

const quarterHour = 15 * 60
const hour = 3600

/**
 * Wrong tries at one account from all browsers that it does not know: 180 in any 24 hours, the size
 * and what comes back. With the 20 of a known browser whose cookie was stolen these are 200.
 */
const ofAccount: Limit = { name: 'sign-in-account', points: 90, seconds: 24 * hour }

/**
 * Wrong tries at one account from one network, the widest that its addresses may be of. One is
 * forgotten in a day, so that each network is a newcomer no more than once a day.
 */
const ofNetwork: Limit = { name: 'sign-in-network', points: 15, seconds: 15 * 24 * hour }

/** Wrong tries of one known browser; beyond them it is counted as an unknown one. */
const ofBrowser: Limit = { name: 'sign-in-browser', points: 10, seconds: 24 * hour }

/** Mails with a link for a new password that one known browser may ask for, on top of those that every browser may. */
const mailsOfBrowser: Limit = { name: 'forgot-password-browser', points: 3, seconds: 1800 }

/** Wrong tries at one account from one address: five at once, and then one each three minutes. */
const ofAddress: Limit = { name: 'sign-in-address', points: 5, seconds: quarterHour }

/**
 * How many of an account's tries a network must leave to others, by how many wrong ones it has had:
 * a guesser uses up what is above, and a newcomer's first try finds what is below.
 */
const leftByNewcomers = [0, 30, 45]
const leftByOthers = 60

/**
 * Tries from an address, and from the next wider network, within a quarter of an hour, whatever the
 * accounts. A /48 of IPv6 has those that the limit of an address gives to its /48.
 */
const triesOfNetworks = [30, 60]

/** How many unknown browsers may have their passwords checked at once: each costs much work. */
const mostAtOnce = 20

/** A length of time in words, rounded up. */
function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'a minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

/** The message after too many tries. */
function tooManyTries(seconds: number): string {
  return `Too many tries. Please wait ${inWords(seconds)} and try again.`
}

const tooManyAtAccount = (seconds: number) =>
  `Too many wrong tries for this account. Please wait ${inWords(seconds)}, or use a browser in which you have signed in before.`

function refuse(words: (seconds: number) => string, retryAfterSeconds: number): never {
  throw new AppError('too_many_requests', words(retryAfterSeconds), { retryAfterSeconds })
}

/** The keys by which the tries of an unknown browser at an account are counted. */
function keysOf(ip: string, account: string) {
  const networks = networksOf(ip)
  return {
    networks,
    address: `${networks[0]} ${account}`,
    network: `${networks.at(-1)} ${account}`,
    account,
  }
}

type Keys = ReturnType<typeof keysOf>

/** Takes a try of the address, the network and the account, or none. Throws if one has none left. */
function takeTry(db: Database, { address, network, account }: Keys): Promise<void> {
  return db.transaction(async (tx) => {
    const ofOne = await takeUse(tx, ofAddress, address)
    if (!ofOne.isTaken) return refuse(tooManyTries, ofOne.waitSeconds)
    // The network's row stays locked until the end, so its tries at once are counted one by one.
    const ofThis = await takeUse(tx, ofNetwork, network)
    if (!ofThis.isTaken) return refuse(tooManyAtAccount, ofThis.waitSeconds)
    const leave = leftByNewcomers[Math.ceil(ofThis.usedBefore)] ?? leftByOthers
    const ofAll = await takeUse(tx, ofAccount, account, leave)
    if (!ofAll.isTaken) refuse(tooManyAtAccount, ofAll.waitSeconds)
  })
}

/** The limits of an installation. An account is named by its email, whether there is one or not. */
export type SignInLimits = ReturnType<typeof createSignInLimits>

/**
 * Limits guesses of whatever signs a person in: a password, a code of a second factor. The processes
 * of an installation count together, in the database.
 */
export function createSignInLimits(db: Database, siteUrl: string) {
  const browsers = createKnownBrowsers(db, siteUrl)
  const perNetwork = triesOfNetworks.map((points, width) =>
    createRateLimiter(
      db,
      [{ name: `sign-in-width-${width}`, points, seconds: quarterHour }],
      tooManyTries,
    ),
  )
  let atOnce = 0

  /** Counts a try of an unknown browser. */
  async function countUnknown(keys: Keys) {
    for (const [width, name] of keys.networks.entries()) {
      await perNetwork[width]?.consumeStrictly(name)
    }
    await takeTry(db, keys)
  }

  async function takeBack({ address, network, account }: Keys) {
    await giveBackUse(db, ofAddress, address)
    await giveBackUse(db, ofNetwork, network)
    await giveBackUse(db, ofAccount, account)
  }

  async function tryUnknown<Proven>(keys: Keys, check: () => Promise<Proven | undefined>) {
    if (atOnce >= mostAtOnce) {
      throw new AppError(
        'unavailable',
        'Too many people are signing in right now. Please try again in a moment.',
        { retryAfterSeconds: 5 },
      )
    }
    atOnce += 1
    try {
      await countUnknown(keys)
      const proven = await check()
      if (proven !== undefined) await takeBack(keys)
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
      const account = await browsers.accountKey(email)
      const browser = await browsers.find(request.headers.cookie, email)
      const isKnown = browser !== undefined && (await takeUse(db, ofBrowser, browser)).isTaken
      if (!isKnown) return tryUnknown(keysOf(request.ip, account), check)
      const proven = await check()
      if (proven !== undefined) await giveBackUse(db, ofBrowser, browser)
      return proven
    },
    /** True for a known browser that may have a mail sent to its account, however many others ask. */
    async takeMail(request: FastifyRequest, email: string): Promise<boolean> {
      const browser = await browsers.find(request.headers.cookie, email)
      return browser !== undefined && (await takeUse(db, mailsOfBrowser, browser)).isTaken
    },
    /**
     * Makes this browser known to the account, and forgets the wrong tries from its network: for
     * a person who has just signed in with all it takes.
     */
    async rememberBrowser(reply: FastifyReply, email: string): Promise<void> {
      reply.header('set-cookie', await browsers.issue(email))
      const account = await browsers.accountKey(email)
      const { address, network } = keysOf(reply.request.ip, account)
      await forgetUses(db, ofAddress, address)
      await forgetUses(db, ofNetwork, network)
    },
  }
}
