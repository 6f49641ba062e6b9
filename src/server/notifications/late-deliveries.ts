import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { deliveries } from '../db/schema.ts'
import type { Pace } from './pace.ts'

/** Marks deliveries that have become late since the last look, each for one process only. */
export async function findNewlyLate(db: Database, { lateMs }: Pace) {
  return db
    .update(deliveries)
    .set({ reportedLateAt: sql`now()` })
    .where(
      and(
        eq(deliveries.state, 'pending'),
        ne(deliveries.channel, 'confirmation'),
        isNull(deliveries.reportedLateAt),
        lt(
          deliveries.queuedAt,
          sql`now() - ${Math.round(lateMs)}::integer * interval '1 millisecond'`,
        ),
      ),
    )
    .returning({ deliveryId: deliveries.id, leadId: deliveries.leadId })
}

/** Looks now and then for late deliveries, and logs each once, as an error. Answers the way to stop. */
export function watchForLate(
  { db, logger, pace }: { db: Database; logger: FastifyBaseLogger; pace: Pace },
  onLate: (count: number) => void,
): () => void {
  const look = async () => {
    try {
      const late = await findNewlyLate(db, pace)
      for (const facts of late) logger.error(facts, 'a notification has not left in time')
      if (late.length > 0) onLate(late.length)
    } catch (err) {
      logger.warn({ err }, 'late deliveries could not be read')
    }
  }
  const timer = setInterval(look, pace.fallbackMs)
  timer.unref()
  return () => clearInterval(timer)
}
