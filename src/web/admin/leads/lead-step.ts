import type { LeadEntry } from '#/contracts/leads/leads.ts'

/**
 * The one thing that the colour of a lead says, as the words beside it do: an emergency, that it waits too
 * long, that it waits for us or for somebody else, that it is done; undefined where it needs nobody and is
 * not done.
 */
export function toneOf(lead: LeadEntry) {
  if (lead.isQuarantined) return undefined
  if (lead.waitsFor === 'nobody') return lead.stage === 'done' ? 'done' : undefined
  if (lead.isUrgent) return 'emergency'
  if (lead.lateness !== 'fine') return 'late'
  return lead.waitsFor === 'us' ? 'us' : 'others'
}

/**
 * What the owner does next with a lead: answer a new one, find it a contractor, see to a call that did
 * not come, or to a job of which nothing is heard; undefined where somebody else has to do something, or
 * nobody.
 */
export function stepOf(
  lead: Pick<LeadEntry, 'isQuarantined' | 'waitsFor' | 'isContacted' | 'stage' | 'reason'>,
) {
  // A joined lead is worked on where the one is with which it goes.
  if (lead.isQuarantined || lead.waitsFor !== 'us' || lead.stage === 'joined') return undefined
  // To mark it contacted does not bring the call.
  if (lead.stage === 'matched') return lead.reason === 'quiet' ? 'quiet' : 'check'
  return lead.isContacted ? 'ask' : 'answer'
}
