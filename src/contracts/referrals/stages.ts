import type { Clock, Stage, WaitsFor } from '../leads/lead-stage.ts'
import {
  type LostReason,
  type OfferFacts,
  type Outcome,
  type OwnerReason,
  stateAt,
} from './offer-states.ts'

/** What has happened to a lead, as far as its stage needs it. Of a joined lead: to the one it goes with. */
type StageFacts = {
  createdAt: Date
  isQuarantined: boolean
  isUrgent: boolean
  isContacted: boolean
  firstContactedAt: Date | null
  town: string | null
  isOutside: boolean
  outcome: Outcome
  lostReason: LostReason | null
  outcomeAt: Date | null
  ranOutAt: Date | null
  ownerReason: OwnerReason | null
  claimedReason: LostReason | null
  claimedAt: Date | null
  claimAskedAt: Date | null
  placeAskedAt: Date | null
  /** Oldest first. */
  offers: readonly (Omit<OfferFacts, 'contractorId'> & {
    offeredAt: Date
    answeredAt: Date | null
    callAt: Date | null
    callRemindedAt: Date | null
    callMissedAt: Date | null
    contractor: { companyName: string }
  })[]
}

/** How far a lead has come, and what follows. */
export type LeadStage = {
  stage: Stage
  waitsFor: WaitsFor
  since: Date
  /** Until when those who are asked can answer; else null. */
  until: Date | null
  /** Who has it, or had it when it ended; all who are asked, divided by a comma; else null. */
  companyName: string | null
  /** When its contractor calls, or was to call. */
  callAt: Date | null
  /** Why it was lost or is the owner's, or what its contractor says it was lost for. */
  reason: LostReason | OwnerReason | null
  clock: Clock
  /** Since when its visitor waits for an answer or a call that was promised; null where none is due. */
  clockSince: Date | null
  /** When a user wants to see it again; null where nobody does, and once it is over. */
  remindAt: Date | null
  remindReason: string | null
}

/** What a user asked to be reminded of, as the stage needs it. Of a joined lead: of the one it goes with. */
type ReminderFacts = {
  remindAt: Date
  reason: string
  setAt: Date
  /** The lead's `clockSince` when it was set: the promise that it keeps to. */
  clockSince: Date | null
}

function stageNameOf({ outcome, lostReason, ranOutAt }: StageFacts, isAsked: boolean): Stage {
  if (outcome === 'lost') return lostReason === 'cancelled' ? 'cancelled' : 'lost'
  if (outcome !== 'open') return outcome
  if (isAsked) return 'asked'
  return ranOutAt ? 'nobody-left' : 'new'
}

const heldOffer = ({ offers }: StageFacts) => offers.find(({ state }) => state === 'accepted')

function waitsForOf(facts: StageFacts, stage: Stage): WaitsFor {
  if (stage === 'asked') return 'contractor'
  if (stage === 'matched') {
    if (facts.claimedAt) return facts.claimAskedAt ? 'visitor' : 'us'
    return heldOffer(facts)?.callMissedAt ? 'us' : 'contractor'
  }
  if (stage === 'nobody-left') return 'us'
  if (stage !== 'new') return 'nobody'
  return facts.placeAskedAt && !facts.town && !facts.isOutside ? 'visitor' : 'us'
}

function clockSinceOf(facts: StageFacts, stage: Stage): Date | null {
  if (facts.isQuarantined) return null
  if (facts.outcome === 'matched' && !facts.claimedAt) {
    const held = heldOffer(facts)
    return held?.callMissedAt || held?.callRemindedAt ? (held.callAt ?? facts.outcomeAt) : null
  }
  if (facts.outcome !== 'open') return null
  const { isContacted, firstContactedAt, ranOutAt, createdAt } = facts
  if (!isContacted && !firstContactedAt) return createdAt
  // Answered once, and then it came back to the owner: its visitor waits again.
  const isBack = stage === 'nobody-left' && ranOutAt && firstContactedAt
  return isBack && firstContactedAt <= ranOutAt ? ranOutAt : null
}

type UnremindedStage = Omit<LeadStage, 'remindAt' | 'remindReason'>

/**
 * Whether a lead that waits for us does so out of sight. An emergency never does, nor a lead that came to
 * wait for us, or whose visitor was promised something else, after the reminder was set.
 */
function isPutOff(reminder: ReminderFacts, lead: UnremindedStage, now: Date) {
  return (
    lead.waitsFor === 'us' &&
    lead.clock === 'opening' &&
    reminder.remindAt > now &&
    reminder.setAt >= lead.since &&
    reminder.clockSince?.getTime() === lead.clockSince?.getTime()
  )
}

/**
 * The stage of a lead at a time. The view `lead_stages` derives the same in the database, for lists; a
 * test shows that the two agree.
 */
export function stageOf(
  facts: StageFacts,
  now: Date,
  reminder: ReminderFacts | null = null,
): LeadStage {
  const asked = facts.offers.filter((offer) => stateAt(offer, now) === 'open')
  const held = heldOffer(facts)
  const stage = stageNameOf(facts, asked.length > 0)
  const isAsked = stage === 'asked'
  const askedAt = asked.map(({ offeredAt }) => offeredAt.getTime())
  // Of an offer whose mail has not left the time to answer has not begun.
  const endsAt = asked.flatMap(({ mailedAt, expiresAt }) => (mailedAt ? expiresAt.getTime() : []))
  const names = asked.map(({ contractor }) => contractor.companyName)
  const { createdAt, outcomeAt, claimedAt, ranOutAt } = facts
  const since: Record<Stage, Date | null> = {
    new: createdAt,
    asked: isAsked ? new Date(Math.min(...askedAt)) : null,
    matched: claimedAt ?? held?.callMissedAt ?? held?.answeredAt ?? outcomeAt,
    'nobody-left': ranOutAt,
    done: outcomeAt,
    lost: outcomeAt,
    cancelled: outcomeAt,
  }
  const reasons: Partial<Record<Stage, LostReason | OwnerReason | null>> = {
    'nobody-left': facts.ownerReason,
    matched: facts.claimedReason,
    lost: facts.lostReason,
    cancelled: facts.lostReason,
  }
  const lead: UnremindedStage = {
    stage,
    waitsFor: waitsForOf(facts, stage),
    since: since[stage] ?? createdAt,
    until: endsAt.length > 0 ? new Date(Math.max(...endsAt)) : null,
    companyName: isAsked ? names.join(', ') : (held?.contractor.companyName ?? null),
    callAt: held?.callAt ?? null,
    reason: reasons[stage] ?? null,
    clock: facts.isUrgent ? 'wall' : 'opening',
    clockSince: clockSinceOf(facts, stage),
  }
  const told = lead.waitsFor === 'nobody' ? null : reminder
  return {
    ...lead,
    waitsFor: told && isPutOff(told, lead, now) ? 'later' : lead.waitsFor,
    remindAt: told?.remindAt ?? null,
    remindReason: told?.reason ?? null,
  }
}
