import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import type {
  DeclineReason,
  HandBackReason,
  LostReason,
  OwnerReason,
} from '#/contracts/referrals/offer-states.ts'
import type { Change } from '#/contracts/referrals/request-facts.ts'
import type { Place, SaidPlace } from '#/contracts/site/towns.ts'
import type { Added, Noted } from './commands.ts'
import type { Contractor, Instant, State } from './state.ts'

/** Who did something: a user by their email, or one of these. */
export type By = 'visitor' | 'contractor' | 'server' | (string & {})

/** Why an offer is taken back: `over` where the request needs nobody any more. */
export type WhyWithdrawn = 'owner' | 'not-theirs' | 'lapsed' | 'removed' | 'over'

/** What happened to one offer of a request. */
type OfOffer<Kind extends string, Data = unknown> = { kind: Kind; offerId: number } & Data

/** What happened to a request, with all that its state has of it. */
export type Happened =
  | { kind: 'received' }
  | { kind: 'carried-over'; state: State }
  /** It looks like spam, or a user says so. `mayBeReal`: the owner is told at once. */
  | { kind: 'held'; mayBeReal: boolean }
  | { kind: 'released' }
  | { kind: 'joined'; earlier: number }
  | { kind: 'parted'; earlier: number; isByOwner: boolean }
  | { kind: 'took-along' | 'let-go'; later: number }
  /** What its contractor is to know of the request that goes with it. */
  | { kind: 'later-changed'; later: number; change: Change }
  /** From now on somebody is to be found for it. `isBack`: again, so that its visitor waits anew. */
  | { kind: 'needs-contractor'; isAutomatic: boolean; isBack: boolean }
  /** `retryAt` is null where nobody will fit, whenever it is. */
  | { kind: 'waits-for-contractor'; retryAt: Instant | null }
  | { kind: 'ours'; reason: OwnerReason; goesOn: boolean }
  | { kind: 'place-asked' }
  | { kind: 'place-said'; place: Place; said: SaidPlace | null }
  | { kind: 'urgency-said'; cannotWait: boolean; urgencyBy: 'visitor' | 'user' }
  | Added
  /** `everyone-told` is of earlier versions. */
  | { kind: Noted | 'everyone-told' }
  | { kind: 'overdue' }
  /** `town`: where the work was then. */
  | OfOffer<
      'offered',
      { contractor: Contractor; expiresAt: Instant; isAgreed: boolean; town: string | null }
    >
  /** `expiresAt` where its time begins with this mail; `said` is what it said, as things stood at `writtenAt`. */
  | {
      kind: 'mail-left'
      mail: DeliveryChannel
      offerId: number | null
      said: string
      to: string
      /** There was no mail server: it is a file. */
      isKept: boolean
      writtenAt: Instant
      expiresAt: Instant | null
    }
  | { kind: 'mail-came-back'; offerId: number | null; to: string }
  | OfOffer<'undelivered' | 'expired' | 'taken' | 'late-yes'>
  | OfOffer<'withdrawn', { why: WhyWithdrawn; hadIt: boolean }>
  | OfOffer<'hastened', { expiresAt: Instant }>
  | OfOffer<'accepted', { callAt: Instant; isAgreed: boolean }>
  | OfOffer<'declined', { reason: DeclineReason }>
  | OfOffer<'handed-back', { reason: HandBackReason }>
  /** Its contractor says that nothing came of it. */
  | OfOffer<'reported', { reason: LostReason }>
  | OfOffer<'call-at', { callAt: Instant; moves: number }>
  | OfOffer<'spoken' | 'on-the-way' | 'call-reminded' | 'asked-for-news' | 'quiet'>
  | OfOffer<'call-missed', { isSaidByVisitor: boolean }>
  | { kind: 'done'; offerId: number | null; valueCents: number | null }
  | OfOffer<'job-valued', { valueCents: number | null }>
  | { kind: 'lost'; reason: LostReason; isReported: boolean; offerId: number | null }
  | { kind: 'cancelled'; offerId: number | null }
  | { kind: 'settled' | 'asked-how-it-went' }
  /** `offerId`: it is this contractor's again. */
  | { kind: 'wanted-again' | 'reopened'; offerId: number | null; keepsCall: boolean }
  /** `offerId`: the offer of who had it, and has it no longer. */
  | { kind: 'still-needs-help'; offerId: number | null }
  | { kind: 'corrected'; field: string; service: string | null; hasEmail: boolean | null }
  | { kind: 'snoozed'; until: Instant; reason: string }
  | { kind: 'snooze-ended' }
  | { kind: 'contacted' | 'marked-new'; firstContactedAt: Instant | null }
  | { kind: 'rated'; stars: number | null }

export type EventKind = Happened['kind']

/** What happened, when, and who did it. */
export type Event = Happened & { at: Instant; by: By }

/** The event of one kind. */
export type EventOf<Kind extends EventKind> = Event & { kind: Kind }
