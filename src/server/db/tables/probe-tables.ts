import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** The probes, a row for each time of the schedule. No backup holds this table. */
export const probes = pgTable('probes', {
  /** The time of the schedule. */
  dueAt: instant('due_at').primaryKey(),
  state: text('state', { enum: ['running', 'done', 'failed'] })
    .notNull()
    .default('running'),
  attempts: integer('attempts').notNull().default(1),
  startedAt: instant('started_at').notNull().defaultNow(),
  /** When the database took its lead, which was rolled back in the same transaction. */
  storedAt: instant('stored_at'),
  finishedAt: instant('finished_at'),
  durationMs: integer('duration_ms'),
  /** Why it failed, as a sentence for the owner. */
  problem: text('problem'),
  /** What the owner was told when it ended; null if nothing. */
  told: text('told', { enum: ['failed', 'works'] }),
})
