import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import type {
  DeclineReason,
  HandBackReason,
  LostReason,
  ToldLostReason,
} from '#/contracts/referrals/offer-states.ts'
import type { Change } from '#/contracts/referrals/request-facts.ts'
import type { Place, SaidPlace } from '#/contracts/site/towns.ts'
import type { Contractor, Instant, State } from './state.ts'

/** What a visitor adds to a request that is not over. */
export type Added =
  | { kind: 'call-time-said'; text: string }
  | { kind: 'word-added'; text: string }
  | { kind: 'photo-added' }

/** What is only noted: it changes nothing of the request itself. */
export type Noted =
  | ('noted' | 'photo-removed')
  | ('rating-withdrawn' | 'rating-published' | 'rating-taken-off')

/** A user of the office, as the history names them, or `visitor`. */
type ByUser = { by: string }

/** What a user has corrected in a lead, by field, and what of it the rules need. */
type Correction = {
  fields: readonly string[]
  service?: string
  place?: Place
  cannotWait?: boolean
  hasEmail?: boolean
}

/** What can happen to a request, by whom. */
export type Command =
  /** `held`: it looks like spam; whether it may be real all the same. */
  | { do: 'stored'; held: { mayBeReal: boolean } | null; enteredBy: string | null }
  | ServerCommand
  | ContractorCommand
  | VisitorCommand
  | OwnerCommand
  | OtherRequestCommand

/** A mail says what was so when it was written: just now, where that is not known. */
type OfMail = { mail: DeliveryChannel; offerId: number | null; writtenAt?: Instant | undefined }

export type ServerCommand =
  /** Asks a contractor; `by` is the user who chose them, null for the server. */
  | { do: 'offer'; offerId: number; contractor: Contractor; by: string | null }
  /** None of those who do the work can be asked; `retryAt` is when the first can. */
  | { do: 'nobody-fits'; retryAt: Instant | null }
  /** `said` is what the mail said. */
  | ({ do: 'mail-left'; said: string; to: string; isKept?: boolean } & OfMail)
  | ({ do: 'mail-failed' } & OfMail)
  /** Time has passed, or the list of contractors has changed. */
  | { do: 'tick' }

type OfOffer = { offerId: number }

/** What a contractor does with an offer of theirs. */
export type ContractorCommand =
  | ({ do: 'accept'; callAt: Instant } & OfOffer)
  | ({ do: 'decline'; reason: DeclineReason } & OfOffer)
  | ({ do: 'hand-back'; reason: HandBackReason } & OfOffer)
  | ({ do: 'call-at'; callAt: Instant } & OfOffer)
  /** `by` is the user who has heard of it, if one has. */
  | ({ do: 'spoken'; by?: string } & OfOffer)
  | ({ do: 'on-the-way' } & OfOffer)
  | ({ do: 'done'; valueCents: number | null } & OfOffer)
  | ({ do: 'nothing-came-of-it'; reason: ToldLostReason } & OfOffer)

/** What a visitor does with a request of theirs. */
export type VisitorCommand =
  | { do: 'cancel' }
  | { do: 'want-again' }
  | { do: 'still-need-help' }
  | { do: 'say-place'; place: Place; said: SaidPlace }
  | { do: 'say-urgency'; cannotWait: boolean }
  | { do: 'add'; what: Added }
  | { do: 'not-called' }
  | { do: 'called' }
  | { do: 'settled' }
  | { do: 'rate'; stars: number | null }

export type OwnerCommand =
  | ({ do: 'agree'; offerId: number; contractor: Contractor; callAt: Instant } & ByUser)
  | ({ do: 'withdraw' } & OfOffer & ByUser)
  | ({ do: 'set-job-value'; valueCents: number | null } & OfOffer & ByUser)
  | ({ do: 'came-back'; to: string; mail: DeliveryChannel; offerId: number | null } & ByUser)
  | ({ do: 'close'; as: 'done' | 'lost'; reason: LostReason | null } & ByUser)
  | ({ do: 'reopen'; to: 'open' | 'matched' } & ByUser)
  | ({ do: 'correct' } & Correction & ByUser)
  | ({ do: 'snooze'; until: Instant; reason: string } & ByUser)
  | ({ do: 'end-snooze' } & ByUser)
  | ({ do: 'hold' } & ByUser)
  | ({ do: 'release' } & ByUser)
  | ({ do: 'join'; earlier: number } & ByUser)
  | ({ do: 'part' } & ByUser)
  | ({ do: 'mark'; isContacted: boolean; undoes: boolean } & ByUser)
  | ({ do: 'note'; what: Noted } & ByUser)

/** What happens to the other of two requests that go together. */
export type OtherRequestCommand =
  | { do: 'take-along'; later: State; by: string }
  /** The later one is over, or goes on alone. */
  | { do: 'let-go'; later: number; by: string }
  /** What is known of the later one counts for both. */
  | { do: 'hear-of-later'; later: State; changed: readonly Change[] }
  /** The earlier one is over, held or gone. `earlier`: with which one it goes now; null for none. */
  | { do: 'go-on-alone'; isDone: boolean; earlier?: number | null }
  /** Where the earlier one is, is known now. */
  | { do: 'compare-place'; place: Place }
