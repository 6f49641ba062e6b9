import type { LeadEntry } from '#/contracts/leads/leads.ts'

/** What the owner does next: answer a new lead, find it a contractor, see to a call that did not come, ask what came of it. */
type Step = 'answer' | 'ask' | 'check' | 'claim'

/** The next step of a lead; undefined where somebody else has to do something, or nobody. */
export function stepOf(
  lead: Pick<LeadEntry, 'isQuarantined' | 'waitsFor' | 'isContacted' | 'stage' | 'reason'>,
): Step | undefined {
  if (lead.isQuarantined || lead.waitsFor !== 'us') return undefined
  // To mark it contacted does not bring the call.
  if (lead.stage === 'matched') return lead.reason ? 'claim' : 'check'
  return lead.isContacted ? 'ask' : 'answer'
}
