import type { LeadSpeed } from '#/contracts/leads/lead-stats.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'

/**
 * How long a new lead has waited: within the time it takes, half of what was promised, all of it. One
 * that was answered and marked new again waits for nothing that was promised.
 */
export type Urgency = 'fine' | 'late' | 'overdue' | 'again'

/** How urgent a lead is: an answered one is not. */
export function urgencyOf(
  { createdAt, isContacted, firstContactedAt }: LeadEntry,
  speed: LeadSpeed | undefined,
): Urgency {
  if (!isContacted && firstContactedAt) return 'again'
  if (isContacted || !speed) return 'fine'
  if (createdAt < speed.overdueBefore) return 'overdue'
  return createdAt < speed.lateBefore ? 'late' : 'fine'
}

const words: Record<Urgency, string> = {
  fine: 'New',
  late: 'New, late',
  overdue: 'New, overdue',
  again: 'New again',
}

const titles: Record<Urgency, string | undefined> = {
  fine: undefined,
  late: 'Half of the 24 business hours promised for an answer have passed',
  overdue: 'The 24 business hours promised for an answer have passed',
  again: 'It was answered, then marked new again',
}

/** The status of a lead, and how pressing it is. */
export function StatusBadge({ isContacted, urgency }: { isContacted: boolean; urgency: Urgency }) {
  if (isContacted) return <span className="badge">Contacted</span>
  return (
    <span className={`badge badge-new badge-${urgency}`} title={titles[urgency]}>
      {words[urgency]}
    </span>
  )
}
