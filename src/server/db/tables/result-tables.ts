import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * Counts of taps on the phone number: by day of the business's time zone, page and source of the
 * visit. No row is about a single visitor.
 */
export const phoneTaps = pgTable(
  'phone_taps',
  {
    day: date('day', { mode: 'string' }).notNull(),
    /** The path of a public page, or `other`. */
    page: text('page').notNull(),
    source: text('source').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.page, table.source] })],
)
