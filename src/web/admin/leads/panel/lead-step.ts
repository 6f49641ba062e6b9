import type { LeadEntry } from '#/contracts/leads/leads.ts'

/** What the owner does next: answer a new lead, find it a contractor, or see to a call that did not come. */
type Step = 'answer' | 'ask' | 'check'

/** The next step of a lead; undefined where somebody else has to do something, or nobody. */
export function stepOf(
  lead: Pick<LeadEntry, 'isQuarantined' | 'waitsFor' | 'isContacted' | 'stage'>,
): Step | undefined {
  if (lead.isQuarantined || lead.waitsFor !== 'us') return undefined
  if (!lead.isContacted) return 'answer'
  return lead.stage === 'matched' ? 'check' : 'ask'
}
