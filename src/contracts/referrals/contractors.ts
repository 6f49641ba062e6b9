import type { ContractorService } from './contractor-limits.ts'
import type { OfferHours } from './offer-hours.ts'
import type { CallView, LostReason, Outcome } from './offer-states.ts'
import type { Offer } from './offers.ts'

/** How a contractor has answered in the last `recordDays`, as the ranking counts it. */
export type ContractorFigures = {
  /** Offers that were answered, or not in time. */
  ended: number
  answered: number
  /** The median from an offer's mail to its answer; null without an answer. */
  medianMinutes: number | null
  /** Offers of the last seven days. */
  offeredThisWeek: number
  unanswered: number
  /** When they were last asked for any request, in milliseconds since 1970. */
  lastOfferedAt: number | null
}

/** What a contractor has in hand, and what came of their jobs. */
export type ContractorWork = {
  /** Leads that they have accepted and that are not over. */
  jobsInHand: number
  /** Those that were done in the last `recordDays`. */
  jobsDone: number
  /** The mean of the stars of all their ratings; null without one. */
  stars: number | null
  ratings: number
  /** Fees less credits and reversals of the last `recordDays`, in cents. */
  incomeCents: number
}

/** What the owner types of a contractor. */
export type ContractorFields = {
  companyName: string
  contactName: string
  email: string
  phone: string
  /** Letters and digits only, in capitals. Unique among contractors. */
  licenseNumber: string
  /** The last day on which the license counts. */
  licenseExpiresOn: string
  /** The last day on which the insurance counts. */
  insuranceExpiresOn: string
  services: ContractorService[]
  towns: string[]
  answersEmergencies: boolean
  /** In any seven days; null for no limit. */
  mostOffersAWeek: number | null
  /** Unanswered offers at the same time; the owner can still offer more by hand. */
  mostOpenOffers: number
  /** When they want offers; null for at any time. */
  offerHours: OfferHours | null
  /** The first day on which they get offers again; null, or past, when not paused. */
  pausedUntil: string | null
  notes: string
}

export type Contractor = ContractorFields & { id: number; version: number; createdAt: string }

/** A contractor as the list of the back office shows it. */
export type ContractorEntry = Contractor & {
  /** What keeps offers away today, or soon will; empty where all is well. */
  standing: { tone: 'bad' | 'soon' | 'quiet'; text: string }[]
  figures: ContractorFigures
  work: ContractorWork
}

/** A contractor who could do a lead's work, with what the owner compares them by. */
export type RankedContractor = Pick<
  Contractor,
  'id' | 'companyName' | 'contactName' | 'email' | 'phone'
> &
  Pick<ContractorWork, 'stars' | 'ratings'> & {
    /** False where the license or the insurance has lapsed: then no offer is made, not even by hand. */
    isEligible: boolean
    figures: ContractorFigures
    /** What keeps this offer away from them now; empty for those who fit. */
    obstacles: string[]
  }

/** Which contractors fit a lead; the first is to be asked first. */
export type Ranking = {
  /** Where the lead is; null where that is unknown: then towns do not count. */
  town: string | null
  /** What all who are listed have in common. */
  reasons: string[]
  /** Those who may be offered it now. */
  fitting: RankedContractor[]
  /** Those who do the work there, but not now. */
  others: RankedContractor[]
}

/** What the columns of a file of contractors are called, in their order. */
export const contractorColumns = {
  companyName: 'Company',
  contactName: 'Contact',
  email: 'Email',
  phone: 'Phone',
  licenseNumber: 'License number',
  licenseExpiresOn: 'License expires',
  insuranceExpiresOn: 'Insurance expires',
  services: 'Services',
  towns: 'Towns',
  answersEmergencies: 'Answers emergencies',
  mostOffersAWeek: 'Maximum offers in seven days',
  mostOpenOffers: 'Maximum unanswered offers',
  offerHours: 'Wants offers',
  pausedUntil: 'Paused until',
  notes: 'Notes',
} as const

/** A file, and what was confirmed of it; where it would do something else, it does nothing. */
export type ContractorImport = {
  csv: string
  expected: Omit<ImportPlan['counts'], 'unchanged'>
}

/** What an import does, or would do. Rows that are refused are left out. */
export type ImportPlan = {
  /** The columns of the file, and as which of ours each is read; null where it is not. */
  columns: { heading: string; readAs: string | null }[]
  rows: {
    /** The row of the file, as a spreadsheet numbers it. */
    row: number
    companyName: string
    outcome: 'added' | 'changed' | 'unchanged' | 'refused'
    /** The columns that get other values, what is left out, or why it is refused; else empty. */
    details: string[]
  }[]
  counts: Record<'added' | 'changed' | 'unchanged' | 'refused', number>
}

/**
 * What an import has done, for taking it back: each contractor as imported, by version, and what was there
 * before; null for one who was added.
 */
export type ImportUndo = {
  imported: { id: number; version: number; before: ContractorFields | null }[]
}

/** An offer in a list of its contractor's. Times are milliseconds since 1970. */
export type ListedOffer = CallView &
  Pick<Offer, 'id' | 'state' | 'offeredAt' | 'answeredAt' | 'declineReason' | 'handBackReason'> & {
    leadId: number
    leadName: string
    /** For reading, with its extension. */
    leadPhone: string
    reference: string
    service: string
    isUrgent: boolean
    town: string | null
    /** Of an open one; null also while its mail has not left. */
    answerBy: number | null
    /** It was theirs, until its visitor said that they still need help. */
    isReopened: boolean
    outcome: Outcome
    lostReason: LostReason | null
  }

/** At most `mostListed` of each list. */
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
