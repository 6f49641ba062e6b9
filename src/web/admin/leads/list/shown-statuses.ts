import type { LeadEntry } from '#/contracts/leads.ts'

/**
 * The statuses that the page shows ahead of the server, by lead. What the server says of such a lead
 * meanwhile is older than what its owner did last.
 */
const shown = new Map<number, boolean>()

/** Shows a status ahead of the server. */
export function showStatusAhead(leadId: number, isContacted: boolean): void {
  shown.set(leadId, isContacted)
}

/** From now on the server's word counts, unless the status was changed once more since. */
export function stopShowingStatus(leadId: number, isContacted: boolean): void {
  if (shown.get(leadId) === isContacted) shown.delete(leadId)
}

/** The lead with the status that the page shows. */
export function withShownStatus(lead: LeadEntry): LeadEntry {
  const isContacted = shown.get(lead.id)
  return isContacted === undefined ? lead : { ...lead, isContacted }
}
