import type { LeadFieldName } from '../leads/lead-fields.ts'
import type { Lead } from '../leads/leads.ts'
import type { FeeRule, LedgerEntry } from '../money/ledger.ts'
import type {
  CallView,
  DeclineReason,
  HandBackReason,
  LostReason,
  OfferEnd,
  OfferState,
  Outcome,
  ToldLostReason,
} from './offer-states.ts'
import type { PhotoView } from './requests.ts'

/** One offer of a request to one contractor. Times are milliseconds since 1970. */
export type Offer = {
  id: number
  contractor: { id: number; companyName: string }
  state: OfferState
  /** The email of the user who offered it; null where the server did. */
  by: string | null
  offeredAt: number
  /** When its mail left; null while it has not, or where there was none. */
  mailedAt: number | null
  /** The end of the time to answer, which starts when the mail leaves. */
  expiresAt: number
  answeredAt: number | null
  declineReason: DeclineReason | null
  handBackReason: HandBackReason | null
  /** When it stopped being its contractor's. */
  endedAt: number | null
  callAt: number | null
  /** When somebody said that they have spoken since. */
  spokenAt: number | null
  onTheWayAt: number | null
  /** What the work came to, in cents, as the contractor said it or a user corrected it. */
  jobValueCents: number | null
}

/** What has become of a lead, and to which contractors it was offered. */
export type Referral = {
  outcome: Outcome
  lostReason: LostReason | null
  /** The server offers it to one contractor after another. */
  isAutomatic: boolean
  /** Those who fit can be asked nothing before this; null where the server waits for no time. */
  retryAt: number | null
  /** What the visitor wrote sounds like an emergency, and no user has said whether it is one. */
  soundsUrgent: boolean
  /** Oldest first. */
  offers: Offer[]
}

/** What has become of a lead, as a user says it. */
export type OutcomeChange = { outcome: Outcome; lostReason?: ToldLostReason | null | undefined }

/** What a contractor sees of a lead before they say yes: nothing that tells whose it is. */
export type OfferedWork = {
  service: string
  isUrgent: boolean
  /** A town, a ZIP code, or the region; never a street. */
  where: string
  /** When the visitor wants to be called, in their words; null where they did not say. */
  preferredTime: string | null
  /** Photographs that the visitor has added; they hold nothing of the camera's. */
  photos: readonly PhotoView[]
  /** Other requests of the same person, which go with it; after the yes also what they say. */
  others: readonly {
    service: string
    request?: Pick<MatchedLead, 'reference' | 'name' | 'phone' | 'address' | 'message'>
  }[]
}

/** What a contractor sees once they have said yes. */
export type MatchedLead = OfferedWork &
  Pick<Lead, LeadFieldName | 'phoneAsTyped'> & {
    reference: string
  }

/** What is wrong with a form of the page, and what was typed. */
export type OfferFormProblem = {
  form: 'accept' | 'decline' | 'outcome' | 'hand-back' | 'call-time'
  message: string
  values: Record<string, string>
}

/** The page of an offer, for the contractor who got it. */
export type OfferView = {
  path: string
  companyName: string
} & (
  | {
      state: 'open'
      /** The visitor gets mails from us. */
      isVisitorTold: boolean
      /** The time to answer is over, and nobody has it. */
      isLate: boolean
      work: OfferedWork
      expiresAt: number
      /** The value of the field for the time of the call: local, `2026-03-04T14:05`. */
      callAt: string
      /** What they would pay if they said yes. */
      fees: readonly Pick<FeeRule, 'event' | 'amountCents'>[]
      problem: OfferFormProblem | null
    }
  | (CallView & {
      state: 'accepted'
      isVisitorTold: boolean
      lead: MatchedLead
      /** The same for another time of the call. */
      nextCallAt: string
      outcome: Outcome
      lostReason: LostReason | null
      fees: Pick<LedgerEntry, 'amountCents' | 'text'>[]
      problem: OfferFormProblem | null
    })
  /** Without any data of the lead. */
  | { state: OfferEnd }
)
