import { lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dayMs } from '#/contracts/days.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { resultPeriods } from '#/contracts/limits.ts'
import type { Tap } from '#/contracts/results/results.ts'
import { sources } from '#/contracts/results/visits.ts'
import type { Database } from '../db/database.ts'
import { phoneTaps } from '../db/tables/schema.ts'
import { clientKey } from '../http/client-address.ts'
import { createRateLimiter } from '../http/rate-limits.ts'
import { serve } from '../http/serve.ts'
import { localDay } from '../time/local-day.ts'
import { countResults } from './count-results.ts'

/** All that a page sends when its phone number is tapped; anything more is refused. */
const tapSchema = z.strictObject({
  /** The source that follows from the visit's attribution. */
  source: z.enum(sources),
})

const resultsQuerySchema = z.object({
  days: z.coerce
    .number()
    .refine((days) => resultPeriods.some((period) => period === days), {
      error: `Please choose one of ${resultPeriods.join(', ')} days.`,
    })
    .default(30),
})

/** More taps than a person makes who wants to talk to us. */
const perClient = { name: 'phone-taps', points: 10, seconds: 10 * 60 }

/** Deletes counts of more than two years ago, which no page shows. */
export async function deleteOldTaps(db: Database): Promise<void> {
  await db.delete(phoneTaps).where(lt(phoneTaps.day, localDay(Date.now() - 731 * dayMs)))
}

async function countTap(db: Database, { source }: Tap): Promise<void> {
  await db
    .insert(phoneTaps)
    .values({ day: localDay(), source, count: 1 })
    .onConflictDoUpdate({
      target: [phoneTaps.day, phoneTaps.source],
      set: { count: sql`${phoneTaps.count} + 1` },
    })
}

/** Adds the results of visits, and the route that counts taps on the phone number. */
export function registerResults(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, api.results, { query: resultsQuerySchema }, ({ query }) =>
    countResults(db, query.days),
  )
  const takeTurn = createRateLimiter([perClient], 'Too many requests. Please try again later.')
  // Nothing of the visitor is stored.
  serve(
    app,
    api.taps,
    { body: tapSchema, onRequest: async (request) => takeTurn(clientKey(request.ip)) },
    ({ body }) => countTap(db, body),
  )
}
