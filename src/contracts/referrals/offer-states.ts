// Without zod, because pages use these words too.
import type { Bar } from './contractor-standing.ts'

/**
 * Where an offer stands. `taken`: another contractor accepted first. `withdrawn`: the owner took it
 * back, or the lead needs no contractor any more. `handed-back`: its contractor had accepted it and
 * could not do it after all. `undelivered`: the mail with it could not leave, so its contractor never
 * saw it. `ended`: it was its contractor's when the request was lost or cancelled.
 */
export const offerStates = [
  'open',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'taken',
  'handed-back',
  'undelivered',
  'ended',
] as const

export type OfferState = (typeof offerStates)[number]

/** What has become of a lead, beside New and Contacted. `matched`: a contractor has said yes. */
export const outcomes = ['open', 'matched', 'done', 'lost'] as const

export type Outcome = (typeof outcomes)[number]

/** Why a lead was lost, as the owner or a contractor says it. */
export const toldLostReasons = [
  'duplicate',
  'out-of-area',
  'wrong-service',
  'unreachable',
  'chose-another',
  'no-longer-needed',
] as const

/** Why a lead was lost. `cancelled`: its visitor said that they need no contractor any more. */
export const lostReasons = [...toldLostReasons, 'cancelled'] as const

export type LostReason = (typeof lostReasons)[number]

/** As the owner or a contractor says it. */
export type ToldLostReason = (typeof toldLostReasons)[number]

/** Why a contractor says no. */
export const declineReasons = ['too-busy', 'too-far', 'not-our-work', 'other'] as const

export type DeclineReason = (typeof declineReasons)[number]

/** Why a contractor who has said yes gives the lead back. */
export const handBackReasons = [
  'too-busy',
  'cannot-reach',
  'too-far',
  'not-our-work',
  'other',
] as const

export type HandBackReason = (typeof handBackReasons)[number]

/**
 * Why a lead that no contractor has, and that none is asked to take, is the owner's to decide.
 * `nobody-left`: the server found none left to ask. `taken-back`: the owner took it back from its
 * contractor. `removed`: its contractor was taken off the list. `handed-back`: its contractor could
 * not do it. `reopened`: its visitor still needs help after it was done or lost. `unknown-place`: its
 * visitor has not said where the work is. `outside`: it is in none of the towns. `parted`: it went with
 * another one, and is by itself now. `reported`: its contractor says that nothing came of it, and no mail
 * can ask its visitor.
 */
export const ownerReasons = [
  'nobody-left',
  'taken-back',
  'removed',
  'handed-back',
  'reopened',
  'unknown-place',
  'outside',
  'parted',
  'reported',
] as const

export type OwnerReason = (typeof ownerReasons)[number]

/** An offer, as far as the rules need it. */
export type OfferFacts = {
  contractorId: number
  state: OfferState
  expiresAt: Date
  /** When its mail left. Before that its time does not run. */
  mailedAt: Date | null
}

/** What an offer is to its contractor: its state, or what keeps them from it. */
export type OfferAccess = OfferState | Bar

/**
 * What an offer is to its contractor at a time. Every page, form, photograph and mail asks this, so
 * that what is taken from a contractor is gone everywhere at once. A contractor who was removed has
 * nothing any more; one whose papers lapsed keeps what they have said yes to; one who is paused
 * keeps all they were offered, and gets nothing new.
 */
export function accessTo(
  offer: Omit<OfferFacts, 'contractorId'> & { bar: Bar | undefined },
  now: Date,
): OfferAccess {
  const state = stateAt(offer, now)
  if (offer.bar === 'removed') return 'removed'
  return state === 'accepted' ? state : (offer.bar ?? state)
}

/** A lead with its offers, as far as the rules need them. */
type ReferralFacts = {
  isQuarantined: boolean
  outcome: Outcome
  offers: readonly OfferFacts[]
}

/**
 * The state of an offer at a time: one whose time is over has expired, also before that is stored.
 */
export function stateAt(
  { state, expiresAt, mailedAt }: Omit<OfferFacts, 'contractorId'>,
  now: Date,
): OfferState {
  return state === 'open' && mailedAt !== null && expiresAt <= now ? 'expired' : state
}

const hasAccepted = ({ offers }: ReferralFacts) => offers.some(({ state }) => state === 'accepted')

/** Why a lead cannot be offered now. */
type ReferralProblem = 'quarantined' | 'matched' | 'over'

/** Why a lead cannot be offered, nor an offer of it be accepted; undefined where it can. */
export function whyNotMatchable(referral: ReferralFacts): ReferralProblem | undefined {
  if (referral.isQuarantined) return 'quarantined'
  if (hasAccepted(referral)) return 'matched'
  return referral.outcome === 'open' ? undefined : 'over'
}

/** True for a contractor who has an offer of this lead that can still be accepted. */
export function isOfferedTo({ offers }: ReferralFacts, contractorId: number, now: Date): boolean {
  return offers.some(
    (offer) => offer.contractorId === contractorId && stateAt(offer, now) === 'open',
  )
}

/** What has become of a lead, as far as its visitor's page needs it. */
type OutcomeFacts = { outcome: Outcome; lostReason: LostReason | null }

/** True for a lead to which its visitor can add nothing any more. */
export function isClosed({ outcome }: OutcomeFacts): boolean {
  return outcome === 'done' || outcome === 'lost'
}

/** For N days after a lead was done or lost its visitor can say that they still need help. */
export const reopenDays = 14

/** A visitor can say so N times. */
export const mostReopenings = 5

/** True for a lead that is over, and whose visitor can still say that they need help. */
export function mayReopen(facts: OutcomeFacts & { outcomeAt: Date | null }, now: Date): boolean {
  if (!isClosed(facts) || facts.lostReason === 'cancelled' || !facts.outcomeAt) return false
  return now.getTime() < facts.outcomeAt.getTime() + reopenDays * 86_400_000
}

/** True for a visitor who may still say that they need it after all. */
export function mayWantAgain({ outcome, lostReason }: OutcomeFacts): boolean {
  return outcome === 'lost' && lostReason === 'cancelled'
}

/** True once a visitor can say how it went: when it is over, or the time of the agreed call is. */
export function canBeRated(
  facts: OutcomeFacts,
  callAt: Date | null | undefined,
  now: Date,
): boolean {
  if (isClosed(facts)) return true
  return facts.outcome === 'matched' && (!callAt || callAt <= now)
}

/**
 * How it stands with the call that a contractor has promised. `passed`: its time is over, and neither
 * contractor, visitor nor owner has said that it came. `missed`: so the lead waits for the owner. `spoken`:
 * one of them has said so.
 */
export const callStates = ['ahead', 'passed', 'missed', 'spoken'] as const

export type CallState = (typeof callStates)[number]

type CallFacts = Record<'callAt' | 'calledAt' | 'callMissedAt', Date | null>

export function callStateOf({ callAt, calledAt, callMissedAt }: CallFacts, now: Date): CallState {
  if (calledAt) return 'spoken'
  if (callMissedAt) return 'missed'
  return callAt && callAt <= now ? 'passed' : 'ahead'
}

/** What has become of a lead that is neither done nor lost. */
export function outcomeByOffers(referral: ReferralFacts): Outcome {
  return hasAccepted(referral) ? 'matched' : 'open'
}
