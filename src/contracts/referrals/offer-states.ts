import type { Stage } from '../leads/lead-stage.ts'

/**
 * Where an offer stands. `taken`: another contractor accepted first. `withdrawn`: the owner took it
 * back, or the lead needs no contractor any more. `handed-back`: its contractor had accepted it and
 * could not do it after all. `undelivered`: the mail with it could not leave, so its contractor never
 * saw it. `ended`: it was its contractor's when the request was lost or cancelled.
 */
export type OfferState =
  | ('open' | 'accepted' | 'declined' | 'expired' | 'withdrawn')
  | ('taken' | 'handed-back' | 'undelivered' | 'ended')

/** What has become of a lead, beside New and Contacted. `matched`: a contractor has said yes. */
export const outcomes = ['open', 'matched', 'done', 'lost'] as const

export type Outcome = (typeof outcomes)[number]

export function outcomeOf(stage: Stage): Outcome {
  if (stage === 'matched' || stage === 'done') return stage
  return stage === 'lost' || stage === 'cancelled' ? 'lost' : 'open'
}

/** Why a lead was lost, as the owner or a contractor says it. */
export const toldLostReasons = [
  'duplicate',
  'out-of-area',
  'wrong-service',
  'unreachable',
  'chose-another',
  'no-longer-needed',
] as const

export type ToldLostReason = (typeof toldLostReasons)[number]

/** Why a lead was lost. `cancelled`: its visitor said that they need no contractor any more. */
export type LostReason = ToldLostReason | 'cancelled'

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
export type OwnerReason =
  | ('nobody-left' | 'taken-back' | 'removed' | 'handed-back' | 'reopened')
  | ('unknown-place' | 'outside' | 'parted' | 'reported')

/** What keeps a contractor from offers: they were taken off the list, or a paper of theirs has lapsed. */
export type Bar = 'removed' | 'lapsed'

/** What an offer is to its contractor. */
export type OfferAccess = OfferState | Bar

/**
 * Why an offer is not its contractor's, on its page. `recalled`: they had said yes, and it is with us again.
 * `reopened`: they had done it, and its visitor still needs help.
 */
export type OfferEnd = Exclude<OfferAccess, 'open' | 'accepted' | 'ended'> | 'recalled' | 'reopened'

/** For N days after a lead was done or lost its visitor can say that they still need help. */
export const reopenDays = 14

/**
 * How it stands with the call that a contractor has promised. `passed`: its time is over, and neither
 * contractor, visitor nor owner has said that it came. `missed`: so the lead waits for the owner. `spoken`:
 * one of them has said so.
 */
export type CallState = 'ahead' | 'passed' | 'missed' | 'spoken'

/** The call that a contractor has promised. Times are milliseconds since 1970. */
export type CallView = {
  callAt: number | null
  callState: CallState
  /** When they said that they are on the way. */
  onTheWayAt: number | null
}
