import type { LeadFieldName } from '../leads/lead-fields.ts'
import type { Lead } from '../leads/leads.ts'
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

/** One offer of a lead, as its panel shows it. Times are ISO 8601 in UTC. */
export type Offer = {
  id: number
  contractorId: number
  companyName: string
  state: OfferState
  offeredAt: string
  /** When the mail with it left; null while it has not, or where there was none. */
  mailedAt: string | null
  /** The end of the time to answer, which starts when the mail leaves. */
  expiresAt: string
  answeredAt: string | null
  declineReason: DeclineReason | null
  handBackReason: HandBackReason | null
  /** When the contractor will call the visitor. */
  callAt: string | null
  /** When somebody said that they have spoken since. */
  calledAt: string | null
  /** When the contractor said that they are on the way. */
  onTheWayAt: string | null
  /** When it was handed back or withdrawn after a yes. */
  endedAt: string | null
  /** What the work came to, in cents. */
  jobValueCents: number | null
  /** The email of the user who offered it; null where the server did. */
  by: string | null
}

/** What has become of a lead, and to which contractors it was offered. */
export type Referral = {
  outcome: Outcome
  lostReason: LostReason | null
  /** The server offers it to one contractor after another. */
  isAutomatic: boolean
  /** Those who fit can be asked nothing before this; null where the server waits for no time. */
  nextTryAt: string | null
  /** No contractor has it, and the server has none left to ask. */
  hasRunOut: boolean
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
  /** Other requests of the same person, which go with it. */
  others: readonly JoinedWork[]
}

/** A request that goes with another one. After the yes also who it is from, and what they say. */
export type JoinedWork = {
  service: string
  request?: {
    reference: string
    name: string
    phone: string
    address: string | null
    message: string | null
  }
}

/** What a contractor sees once they have said yes. */
export type MatchedLead = OfferedWork &
  Pick<Lead, LeadFieldName | 'phoneAsTyped'> & {
    /** `123-4567`. */
    reference: string
  }

/** What a contractor would pay for a request if they said yes. */
export type FeeAhead = {
  event: 'accepted' | 'done'
  amountCents: number
}

/** A fee that a contractor pays for an offer. */
export type OfferFee = {
  amountCents: number
  /** What it is for. */
  text: string
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
      /** ISO 8601 in UTC. */
      expiresAt: string
      /** The value of the field for the time of the call: local, `2026-03-04T14:05`. */
      callAt: string
      fees: readonly FeeAhead[]
      problem: OfferFormProblem | null
    }
  | (CallView & {
      state: 'accepted'
      isVisitorTold: boolean
      lead: MatchedLead
      /** The value of the field for another time of the call: local, `2026-03-04T14:05`. */
      nextCallAt: string
      outcome: Outcome
      lostReason: LostReason | null
      fees: OfferFee[]
      problem: OfferFormProblem | null
    })
  /** Without any data of the lead. */
  | { state: OfferEnd }
)
