/** The stage of a request in words. */
import { lostReasonLabels } from '#/content/offer-page.ts'
import { ownerReasonTexts, stageTexts } from '#/content/office/stages.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { LostReason, OwnerReason } from '#/contracts/referrals/offer-states.ts'
import { soonTime } from './dates.ts'
import { fillIn } from './words.ts'

type Staged = Pick<
  LeadEntry,
  | ('stage' | 'waitsFor' | 'until' | 'companyName' | 'callAt' | 'reason' | 'isContacted')
  | ('isReported' | 'joinedTo')
>

const lostFor = (reason: string | null) =>
  lostReasonLabels[reason as LostReason] ?? 'No reason given'

function templateOf(lead: Staged, now: number): string {
  const { stage, callAt, companyName, reason } = lead
  switch (stage) {
    case 'new':
      if (lead.waitsFor === 'visitor') return stageTexts.placeAsked
      return lead.isContacted ? stageTexts.called : stageTexts.new
    case 'asked':
      return lead.until ? stageTexts.asked : stageTexts.asking
    case 'matched':
      if (reason === 'quiet' || reason === 'spoken') return stageTexts[reason]
      if (!callAt && lead.waitsFor === 'us') return stageTexts.callMissedWithoutTime
      if (!callAt) return stageTexts.matched
      if (lead.waitsFor === 'us') return stageTexts.callMissed
      return Date.parse(callAt) > now ? stageTexts.calls : stageTexts.wasToCall
    case 'ours':
      return ownerReasonTexts[reason as OwnerReason] ?? ownerReasonTexts['nobody-left']
    case 'lost':
      return lead.isReported && companyName ? stageTexts.reported : stageTexts.lost
    case 'done':
      return companyName ? stageTexts.done : stageTexts.doneByUs
    default:
      return stageTexts[stage]
  }
}

/** Why a request was lost or is the owner's, in words; nothing without a reason. */
export function reasonText(reason: string | null): string {
  return lostReasonLabels[reason as LostReason] ?? ownerReasonTexts[reason as OwnerReason] ?? ''
}

/** How far a request has come: 'Asked Lakeside Air, until Mon 11:00 AM'. */
export function stageText(lead: Staged, now: number): string {
  const at = lead.until ?? lead.callAt
  return fillIn(templateOf(lead, now), {
    company: lead.companyName ?? '',
    other: lead.joinedTo ?? '',
    reason: lostFor(lead.reason).toLowerCase(),
    time: at ? soonTime(Date.parse(at), now).replaceAll(' ', '\u00a0') : '',
  })
}
