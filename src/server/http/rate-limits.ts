import { lt } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../db/client.ts'
import { rateLimits } from '../db/schema.ts'
import { AppError } from './errors.ts'
import { repeat } from './repeat.ts'

const cleanUpEveryMs = 10 * 60 * 1000

/** So many `points` within `seconds`; `name` tells limits apart in the shared table. */
export type Limit = { name: string; points: number; seconds: number }

/** Counts one use of a key, or throws `too_many_requests` with the time to wait. */
export type RateLimiter = {
  consume: (key: string) => Promise<void>
  /** Forgets a key: a success shows that the earlier failures were its owner's. */
  forget: (key: string) => Promise<void>
}

/** Holds several limits at once over the same keys, counted in the database for all processes. */
export function createRateLimiter(db: Database, limits: Limit[], message: string): RateLimiter {
  const limiters = limits.map(
    ({ name, points, seconds }) =>
      new RateLimiterDrizzle({
        storeClient: db,
        schema: rateLimits,
        keyPrefix: name,
        points,
        duration: seconds,
        clearExpiredByTimeout: false,
      }),
  )
  return {
    async consume(key) {
      for (const limiter of limiters) {
        try {
          await limiter.consume(key)
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal
          throw new AppError('too_many_requests', message, {
            retryAfterSeconds: Math.max(1, refusal.msBeforeNext / 1000),
          })
        }
      }
    },
    async forget(key) {
      await Promise.all(limiters.map((limiter) => limiter.delete(key)))
    },
  }
}

/** Deletes counters whose time is over, now and then, for as long as the server runs. */
export function registerRateLimitCleanUp(app: FastifyInstance, db: Database): void {
  repeat(app, {
    what: 'clean up rate limits',
    everyMs: cleanUpEveryMs,
    run: () => db.delete(rateLimits).where(lt(rateLimits.expire, new Date())),
  })
}
