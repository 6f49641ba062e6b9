import type { ContractorFigures } from './contractors.ts'
import type { CallView, LostReason, Outcome } from './offer-states.ts'
import type { Offer } from './offers.ts'

/** An offer in a list of its contractor's. Times are milliseconds since 1970. */
export type ListedOffer = CallView &
  Pick<Offer, 'id' | 'state' | 'offeredAt' | 'answeredAt' | 'declineReason' | 'handBackReason'> & {
    leadId: number
    leadName: string
    /** For reading, with its extension. */
    leadPhone: string
    reference: string
    service: string
    town: string | null
    /** Of an open one; null also while its mail has not left. */
    answerBy: number | null
    /** It was theirs, until its visitor said that they still need help. */
    isReopened: boolean
    outcome: Outcome
    lostReason: LostReason | null
  }

/** How a contractor does: at most `mostListed` of each list. */
export type ContractorRecord = {
  figures: ContractorFigures
  /** What keeps any new offer away from them now, in words; empty where nothing does. */
  obstacles: string[]
  /** Offers that they can still answer; the first to end comes first. */
  open: ListedOffer[]
  /** Leads that they have and that are not over; the next to be called comes first. */
  jobs: ListedOffer[]
  /** All other offers, newest first. */
  past: ListedOffer[]
}

/** What the office shows of one contractor beside what is stored of them. */
export type ContractorDetail = ContractorRecord & {
  /** What they owe, in cents: positive where they do. */
  balanceCents: number
  /** The links to their page that work. */
  links: { count: number; newestAt: string | null }
}
