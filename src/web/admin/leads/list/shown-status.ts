import type { LeadEntry } from '#/contracts/leads/leads.ts'

/** A status that the page shows ahead of the server. */
type Ahead = {
  isContacted: boolean
  /** The status that the server has, as far as its answers say. */
  stored: boolean
  /** So many changes of it have no answer yet. */
  unanswered: number
}

/** By the number of the lead. It outlives the list, which another tab takes off the page. */
const shown = new Map<number, Ahead>()

/** While a change has no answer, closing the page may lose it: the browser asks first. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()

/** Shows a lead with another status, and so goes on until every change of it has its answer. */
export function showStatusAhead({ id, isContacted: stored }: LeadEntry, isContacted: boolean) {
  const before = shown.get(id) ?? { stored, unanswered: 0 }
  shown.set(id, { ...before, isContacted, unanswered: before.unanswered + 1 })
  addEventListener('beforeunload', askFirst)
}

/**
 * The server has told of a lead, perhaps because of a change whose own answer is still to come, or lost:
 * that is what it has stored.
 */
export function noteStored({ id, isContacted }: LeadEntry): void {
  const ahead = shown.get(id)
  if (ahead) ahead.stored = isContacted
}

/**
 * One change has its answer: `stored` is the status in it, undefined after a failure. Answers the
 * status that the server has, as far as is known.
 */
export function settleStatus(leadId: number, stored?: boolean): boolean | undefined {
  const ahead = shown.get(leadId)
  if (!ahead) return stored
  ahead.stored = stored ?? ahead.stored
  ahead.unanswered -= 1
  if (ahead.unanswered === 0) shown.delete(leadId)
  if (shown.size === 0) removeEventListener('beforeunload', askFirst)
  return ahead.stored
}

/** The lead, as the server says that it is, with the status that the page shows. */
export function withShownStatus(lead: LeadEntry): LeadEntry {
  const ahead = shown.get(lead.id)
  return ahead ? { ...lead, isContacted: ahead.isContacted } : lead
}
