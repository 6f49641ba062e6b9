import type { LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'

/**
 * The leads that are new in the first page of the list: not in it before, though it reached as far
 * back. An older lead may come into it because another one is gone.
 */
export function findNewLeads(before: LeadPage, now: LeadPage): LeadEntry[] {
  const known = new Set(before.data.map(({ id }) => id))
  const oldest = before.nextCursor === null ? undefined : before.data.at(-1)
  return now.data.filter(
    ({ id, createdAt }) => !known.has(id) && (!oldest || createdAt >= oldest.createdAt),
  )
}
