import type { LeadEntry } from '#/contracts/leads/leads.ts'

/**
 * The one thing that the colour of a lead says: an emergency, that it waits too long, that it waits for
 * us, that it waits for somebody else, that it is done.
 */
type Tone = 'emergency' | 'late' | 'us' | 'others' | 'done'

/** What of a lead its tone depends on. */
type Toned = Pick<LeadEntry, 'isUrgent' | 'isQuarantined' | 'stage' | 'waitsFor' | 'lateness'>

/** The tone of a lead; undefined where it needs nobody and is not done. The words beside it say it too. */
export function toneOf(lead: Toned): Tone | undefined {
  if (lead.isQuarantined) return undefined
  if (lead.waitsFor === 'nobody') return lead.stage === 'done' ? 'done' : undefined
  if (lead.isUrgent) return 'emergency'
  if (lead.lateness !== 'fine') return 'late'
  return lead.waitsFor === 'us' ? 'us' : 'others'
}
