import type { LeadFieldName } from '../leads/lead-fields.ts'
import type { Lead } from '../leads/leads.ts'
import type { LostReason, OfferAccess, Outcome } from './offer-states.ts'
import type { PhotoView } from './requests.ts'

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
}

/** What a contractor sees once they have said yes. */
export type MatchedLead = OfferedWork &
  Pick<Lead, LeadFieldName | 'phoneAsTyped'> & {
    /** `123-4567`. */
    reference: string
  }

/** What is wrong with a form of the page, and what was typed. */
export type OfferFormProblem = {
  form: 'accept' | 'decline' | 'outcome'
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
      work: OfferedWork
      /** ISO 8601 in UTC. */
      expiresAt: string
      /** The value of the field for the time of the call: local, `2026-03-04T14:05`. */
      callAt: string
      problem: OfferFormProblem | null
    }
  | {
      state: 'accepted'
      lead: MatchedLead
      callAt: string | null
      outcome: Outcome
      lostReason: LostReason | null
      problem: OfferFormProblem | null
    }
  /** Without any data of the lead. */
  | { state: Exclude<OfferAccess, 'open' | 'accepted'> }
)
