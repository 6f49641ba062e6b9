import { and, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { visitorChannels } from '#/contracts/notifications/deliveries.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { type Loop, startLoop } from '../../jobs/loop.ts'
import { isOverdue } from './delivery-list.ts'
import type { Pace } from './pace.ts'

/** So many are marked in one statement: while it runs, none of them can be attempted. */
const atOnce = 100

/** Marks deliveries that have become overdue, except those that are being attempted just now. */
async function findNewlyOverdue(db: Database, { overdueAfterMs }: Pace) {
  const overdue = db.$with('overdue').as(
    db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(
        and(
          isOverdue(overdueAfterMs),
          notInArray(deliveries.channel, visitorChannels),
          isNull(deliveries.reportedOverdueAt),
        ),
      )
      .limit(atOnce)
      .for('update', { skipLocked: true }),
  )
  return db
    .with(overdue)
    .update(deliveries)
    .set({ reportedOverdueAt: sql`now()` })
    .where(inArray(deliveries.id, db.select({ id: overdue.id }).from(overdue)))
    .returning({ deliveryId: deliveries.id, leadId: deliveries.leadId })
}

/** Logs each overdue delivery once, as an error; of several processes one does. */
export function watchForOverdue(
  { db, logger, pace }: { db: Database; logger: FastifyBaseLogger; pace: Pace },
  onOverdue: (count: number) => void,
): Loop {
  return startLoop({
    what: 'read overdue deliveries',
    log: logger,
    firstMs: pace.fallbackMs,
    async run() {
      const overdue = await findNewlyOverdue(db, pace)
      for (const facts of overdue) logger.error(facts, 'a delivery is overdue')
      if (overdue.length > 0) onOverdue(overdue.length)
      return overdue.length < atOnce ? pace.fallbackMs : 0
    },
  })
}
