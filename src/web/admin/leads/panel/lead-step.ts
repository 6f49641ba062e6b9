import type { LeadEntry } from '#/contracts/leads/leads.ts'

/** What the owner does next: answer a new lead, find it a contractor, see to a call that did not come, or to a job of which nothing is heard. */
type Step = 'answer' | 'ask' | 'check' | 'quiet'

/** The next step of a lead; undefined where somebody else has to do something, or nobody. */
export function stepOf(
  lead: Pick<LeadEntry, 'isQuarantined' | 'waitsFor' | 'isContacted' | 'stage' | 'reason'>,
): Step | undefined {
  // A joined lead is worked on where the one is with which it goes.
  if (lead.isQuarantined || lead.waitsFor !== 'us' || lead.stage === 'joined') return undefined
  // To mark it contacted does not bring the call.
  if (lead.stage === 'matched') return lead.reason === 'quiet' ? 'quiet' : 'check'
  return lead.isContacted ? 'ask' : 'answer'
}
