import { and, isNull, ne, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { deliveries } from '../../db/schema.ts'
import { isOverdue } from './delivery-list.ts'
import type { Pace } from './pace.ts'

/** Marks deliveries that have become overdue; of several processes one gets each. */
async function findNewlyOverdue(db: Database, { overdueAfterMs }: Pace) {
  return db
    .update(deliveries)
    .set({ reportedOverdueAt: sql`now()` })
    .where(
      and(
        isOverdue(overdueAfterMs),
        ne(deliveries.channel, 'confirmation'),
        isNull(deliveries.reportedOverdueAt),
      ),
    )
    .returning({ deliveryId: deliveries.id, leadId: deliveries.leadId })
}

/** Logs each overdue delivery once, as an error. Answers the function that stops it. */
export function watchForOverdue(
  { db, logger, pace }: { db: Database; logger: FastifyBaseLogger; pace: Pace },
  onOverdue: (count: number) => void,
): () => void {
  const report = async () => {
    try {
      const overdue = await findNewlyOverdue(db, pace)
      for (const facts of overdue) logger.error(facts, 'a delivery is overdue')
      if (overdue.length > 0) onOverdue(overdue.length)
    } catch (err) {
      logger.warn({ err }, 'overdue deliveries could not be read')
    }
  }
  const timer = setInterval(report, pace.fallbackMs)
  timer.unref()
  return () => clearInterval(timer)
}
