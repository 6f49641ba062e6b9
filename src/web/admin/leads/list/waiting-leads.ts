import type { LeadEntry } from '#/contracts/leads/leads.ts'

/** True when `a` comes before `b` in a list with the newest first. */
const precedes = (a: LeadEntry, b: LeadEntry): boolean =>
  a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt

/**
 * The rows from `first` on, and those that have come above it since: they wait until the owner asks
 * for them. Without `first`, or where it leaves nothing, all are shown.
 */
export function splitWaiting(rows: readonly LeadEntry[], first: LeadEntry | undefined) {
  const start = first ? rows.findIndex((row) => !precedes(row, first)) : 0
  if (start < 1) return { shown: rows, waiting: [] }
  return { shown: rows.slice(start), waiting: rows.slice(0, start) }
}
