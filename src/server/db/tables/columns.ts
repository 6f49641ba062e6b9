import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** A moment, as `timestamptz` in the database and a `Date` in TypeScript. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** When the row was stored. */
export const createdAt = () => instant('created_at').notNull().defaultNow()

/** A whole number of any size that JavaScript counts exactly. */
export const number = (name: string) => bigint(name, { mode: 'number' })

/** The row's number, given by the database. */
export const identity = () => number('id').primaryKey().generatedAlwaysAsIdentity()

/**
 * One of some words. While a newer version runs beside this one, it may store words that are not known
 * here: they are read as `unknown`, so that a list that holds one can still be shown.
 */
export const knownText = <const Word extends string>(
  name: string,
  words: readonly Word[],
  unknown: Word,
) =>
  customType<{ data: Word; driverData: string }>({
    dataType: () => 'text',
    fromDriver: (stored) => words.find((word) => word === stored) ?? unknown,
  })(name)

/** A moment, as `timestamptz` in the database and milliseconds since 1970 in TypeScript. */
export const instantMs = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  toDriver: (ms) => new Date(ms).toISOString(),
  fromDriver: (text) => new Date(text).getTime(),
})
