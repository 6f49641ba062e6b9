import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { backupStates } from '#/contracts/health/backups.ts'
import { instant } from './columns.ts'

/** Backups of the schedule, a row for each of its times. No backup holds this table itself. */
export const backups = pgTable('backups', {
  /** The time of the schedule. */
  dueAt: instant('due_at').primaryKey(),
  state: text('state', { enum: backupStates }).notNull().default('running'),
  attempts: integer('attempts').notNull().default(1),
  /** The machine whose disk has the file. */
  host: text('host').notNull(),
  startedAt: instant('started_at').notNull().defaultNow(),
  finishedAt: instant('finished_at'),
  /** The name of the file in BACKUP_DIR. */
  file: text('file'),
  bytes: bigint('bytes', { mode: 'number' }),
  leads: integer('leads'),
  /** When the trial restore of it succeeded. */
  triedAt: instant('tried_at'),
  /** What went wrong, as a sentence for the owner. */
  problem: text('problem'),
})
