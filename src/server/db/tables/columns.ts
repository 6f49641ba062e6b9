import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** A moment, as `timestamptz` in the database and a `Date` in TypeScript. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** When the row was stored. */
export const createdAt = () => instant('created_at').notNull().defaultNow()

/** The row's number, given by the database. */
export const identity = () =>
  bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
