import { z } from 'zod'
import { type ContractorFigures, contractorFiguresSchema } from './contractor-figures.ts'
import type { ContractorFields } from './contractors.ts'
import type { OfferHours } from './offer-hours.ts'
import {
  type CallState,
  callStates,
  type DeclineReason,
  declineReasons,
  type HandBackReason,
  handBackReasons,
  type LostReason,
  lostReasons,
  type OfferState,
  offerStates,
  outcomes,
} from './offer-states.ts'

/** An offer that its contractor can still answer. It says nothing of whose lead it is. */
export type OpenOffer = {
  id: number
  service: string
  isUrgent: boolean
  /** A town, or the region. */
  where: string
  /** ISO 8601 in UTC. */
  answerBy: string
}

/** A lead that a contractor has accepted, and that is not over. */
export type Job = Omit<OpenOffer, 'answerBy'> & {
  /** `123-4567`. */
  reference: string
  name: string
  phone: string
  phoneAsTyped: string
  /** Times are ISO 8601 in UTC. */
  callAt: string | null
  callState: CallState
  onTheWayAt: string | null
}

/** An offer that has ended, or a lead that is over. */
export type PastOffer = {
  id: number
  offeredAt: string
  service: string
  state: Exclude<OfferState, 'open'>
  declineReason: DeclineReason | null
  handBackReason: HandBackReason | null
  /** Of a lead that was theirs to its end; null for any other. */
  end: { reference: string; outcome: 'done' | 'lost'; lostReason: LostReason | null } | null
}

/** What a contractor's page shows of what is stored of them. */
export type ContractorProfile = Pick<
  ContractorFields,
  | 'licenseExpiresOn'
  | 'insuranceExpiresOn'
  | 'answersEmergencies'
  | 'mostOffersAWeek'
  | 'pausedUntil'
> & {
  services: readonly string[]
  towns: readonly string[]
  mostOpenOffers: number
  offerHours: OfferHours | null
}

/** The page of a contractor, which they open by a link in their mails. */
export type ContractorView = {
  path: string
  companyName: string
  /** The first to end comes first. */
  offers: readonly OpenOffer[]
  /** The next to be called comes first. */
  jobs: readonly Job[]
  /** Those of the last `figures.days`, newest first. */
  past: readonly PastOffer[]
  figures: ContractorFigures
  profile: ContractorProfile
  /** What keeps new offers away from them now, in the words that the owner reads; else empty. */
  obstacles: readonly string[]
  /** Null where nothing was ever entered for them. */
  account: Account | null
}

/** What a contractor owes, with this month's entries. Amounts are cents; what they owe is positive. */
export type Account = {
  /** `2026-11`. */
  month: string
  openingCents: number
  balanceCents: number
  /** Oldest first. */
  entries: readonly {
    id: number
    /** ISO 8601 in UTC. */
    at: string
    /** 'Fee', 'Payment received'. */
    what: string
    amountCents: number
    text: string
    reference: string | null
  }[]
}

/** What became of the mail with the link to a contractor's page. */
export const sentPageSchema = z.object({
  outcome: z.enum(['sent', 'kept', 'failed']),
  problem: z.string().nullable(),
  /** For the owner to send it themselves; null where the mail was sent. */
  link: z.string().nullable(),
})

export type SentPage = z.infer<typeof sentPageSchema>

/** An offer as the office shows it at its contractor. Times are ISO 8601 in UTC. */
const listedOfferSchema = z.object({
  id: z.int(),
  leadId: z.int(),
  leadName: z.string(),
  reference: z.string(),
  service: z.string(),
  town: z.string().nullable(),
  state: z.enum(offerStates),
  offeredAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  /** Of an open one; null also while its mail has not left. */
  answerBy: z.iso.datetime().nullable(),
  /** When its contractor calls the visitor. */
  callAt: z.iso.datetime().nullable(),
  declineReason: z.enum(declineReasons).nullable(),
  handBackReason: z.enum(handBackReasons).nullable(),
  callState: z.enum(callStates),
  /** When the contractor said that they are on the way. */
  onTheWayAt: z.iso.datetime().nullable(),
  outcome: z.enum(outcomes),
  lostReason: z.enum(lostReasons).nullable(),
})

export type ListedOffer = z.infer<typeof listedOfferSchema>

/** What the office shows of one contractor beside what is stored of them: at most `mostListed` of each list. */
export const contractorDetailSchema = z.object({
  figures: contractorFiguresSchema,
  /** What keeps any new offer away from them now, in words; empty where nothing does. */
  obstacles: z.array(z.string()),
  /** What they owe, in cents: positive where they do. */
  balanceCents: z.int(),
  /** The links to their page that work. */
  links: z.object({ count: z.int(), newestAt: z.iso.datetime().nullable() }),
  /** Offers that they can still answer; the first to end comes first. */
  open: z.array(listedOfferSchema),
  /** Leads that they have and that are not over; the next to be called comes first. */
  jobs: z.array(listedOfferSchema),
  /** All other offers, newest first. */
  past: z.array(listedOfferSchema),
})

export type ContractorDetail = z.infer<typeof contractorDetailSchema>
