import { z } from 'zod'
import type { LeadFieldName } from '../leads/lead-fields.ts'
import type { Lead } from '../leads/leads.ts'
import { sentText } from '../text.ts'
import {
  type CallState,
  declineReasons,
  handBackReasons,
  type LostReason,
  lostReasons,
  type OfferEnd,
  type Outcome,
  offerStates,
  outcomes,
  toldLostReasons,
} from './offer-states.ts'
import type { PhotoView } from './requests.ts'

/** One offer of a lead, as its panel shows it. Times are ISO 8601 in UTC. */
const offerSchema = z.object({
  id: z.int(),
  contractorId: z.int(),
  companyName: z.string(),
  state: z.enum(offerStates),
  offeredAt: z.iso.datetime(),
  /** When the mail with it left; null while it has not, or where there was none. */
  mailedAt: z.iso.datetime().nullable(),
  /** The end of the time to answer, which starts when the mail leaves. */
  expiresAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  declineReason: z.enum(declineReasons).nullable(),
  handBackReason: z.enum(handBackReasons).nullable(),
  /** When the contractor will call the visitor. */
  callAt: z.iso.datetime().nullable(),
  /** When somebody said that they have spoken since. */
  calledAt: z.iso.datetime().nullable(),
  /** When the contractor said that they are on the way. */
  onTheWayAt: z.iso.datetime().nullable(),
  /** When it was handed back or withdrawn after a yes. */
  endedAt: z.iso.datetime().nullable(),
  /** What the work came to, in cents. */
  jobValueCents: z.int().nullable(),
  /** The email of the user who offered it; null where the server did. */
  by: z.string().nullable(),
})

export type Offer = z.infer<typeof offerSchema>

/** What has become of a lead, and to which contractors it was offered. */
export const referralSchema = z.object({
  outcome: z.enum(outcomes),
  lostReason: z.enum(lostReasons).nullable(),
  /** The server offers it to one contractor after another. */
  isAutomatic: z.boolean(),
  /** Those who fit can be asked nothing before this; null where the server waits for no time. */
  nextTryAt: z.iso.datetime().nullable(),
  /** No contractor has it, and the server has none left to ask. */
  hasRunOut: z.boolean(),
  /** What the visitor wrote sounds like an emergency, and no user has said whether it is one. */
  soundsUrgent: z.boolean(),
  /** Oldest first. */
  offers: z.array(offerSchema),
})

export type Referral = z.infer<typeof referralSchema>

export const newOfferSchema = z.object({
  contractorId: z.int('Please choose a contractor.').positive('Please choose a contractor.'),
})

const badTime = 'Please enter a date and a time.'

/** What a field for a date and a time sends: local where the business is, `2026-03-04T14:05`. */
export const localTimeSchema = sentText(badTime)
  .trim()
  .overwrite((text) => text.slice(0, 16))
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, badTime)

/** People may agree to call later than the day of the yes: at most N days later. */
export const longestAgreementDays = 90

/** Records what was agreed by phone. */
export const agreementSchema = newOfferSchema.extend({ callAt: localTimeSchema })

export const outcomeSchema = z
  .object({
    outcome: z.enum(outcomes),
    lostReason: z.enum(toldLostReasons, 'Please choose a reason.').nullable().default(null),
  })
  .refine(({ outcome, lostReason }) => outcome !== 'lost' || lostReason !== null, {
    path: ['lostReason'],
    message: 'Please choose a reason.',
  })
  .transform(({ outcome, lostReason }) => ({
    outcome,
    lostReason: outcome === 'lost' ? lostReason : null,
  }))

export type OutcomeChange = z.input<typeof outcomeSchema>

/** Whether a lead runs by the clock of emergencies. */
export const urgencySchema = z.object({ cannotWait: z.boolean() })

export const offerSettingsSchema = z.object({
  /** The server offers each new lead by itself, to one contractor after another. */
  isAutomatic: z.boolean(),
})

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
  | {
      state: 'accepted'
      isVisitorTold: boolean
      lead: MatchedLead
      callAt: string | null
      callState: CallState
      /** The value of the field for another time of the call: local, `2026-03-04T14:05`. */
      nextCallAt: string
      /** When they said that they are on the way. */
      onTheWayAt: string | null
      outcome: Outcome
      lostReason: LostReason | null
      fees: OfferFee[]
      problem: OfferFormProblem | null
    }
  /** Without any data of the lead. */
  | { state: OfferEnd }
)

/** The other lead of the same person. */
export const joinSchema = z.object({ leadId: z.int().positive() })
