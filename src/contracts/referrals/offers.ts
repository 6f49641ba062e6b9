import { z } from 'zod'
import { sentText } from '../text.ts'
import {
  declineReasons,
  type LostReason,
  lostReasons,
  type Outcome,
  offerStates,
  outcomes,
} from './offer-states.ts'

/** One offer of a lead, as its panel shows it. Times are ISO 8601 in UTC. */
export const offerSchema = z.object({
  id: z.int(),
  contractorId: z.int(),
  companyName: z.string(),
  state: z.enum(offerStates),
  offeredAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  declineReason: z.enum(declineReasons).nullable(),
  /** When the contractor will call the visitor. */
  callAt: z.iso.datetime().nullable(),
  /** The email of who offered it; null where the server did. */
  by: z.string().nullable(),
})

export type Offer = z.infer<typeof offerSchema>

/** What has become of a lead, and whom it was offered. */
export const referralSchema = z.object({
  outcome: z.enum(outcomes),
  lostReason: z.enum(lostReasons).nullable(),
  /** The server offers it to one contractor after another. */
  isAutomatic: z.boolean(),
  /** Nobody has it, and nobody is left to offer it to by itself. */
  hasRunOut: z.boolean(),
  /** Oldest first. */
  offers: z.array(offerSchema),
})

export type Referral = z.infer<typeof referralSchema>

/** The body that offers a lead to a contractor. */
export const newOfferSchema = z.object({
  contractorId: z.int('Please choose a contractor.').positive('Please choose a contractor.'),
})

const badTime = 'Please enter a date and a time.'

/** What a field for a date and a time sends: local where the business is, `2026-03-04T14:05`. */
export const localTimeSchema = sentText(badTime)
  .trim()
  .overwrite((text) => text.slice(0, 16))
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, badTime)

/** Somebody may have agreed to call much later than they said yes: at most so many days. */
export const longestAgreementDays = 90

/** The body that records what was agreed by phone. */
export const agreementSchema = newOfferSchema.extend({ callAt: localTimeSchema })

/** The body that sets a lead's outcome. */
export const outcomeSchema = z
  .object({
    outcome: z.enum(outcomes),
    lostReason: z.enum(lostReasons, 'Please choose a reason.').nullable().default(null),
  })
  .refine(({ outcome, lostReason }) => outcome !== 'lost' || lostReason !== null, {
    path: ['lostReason'],
    message: 'Please choose a reason.',
  })
  .transform(({ outcome, lostReason }) => ({
    outcome,
    lostReason: outcome === 'lost' ? lostReason : null,
  }))

export type OutcomeChange = { outcome: Outcome; lostReason: LostReason | null }

/** How leads are offered. */
export const offerSettingsSchema = z.object({
  /** The server offers each new lead by itself, to one contractor after another. */
  isAutomatic: z.boolean(),
})

export type OfferSettings = z.infer<typeof offerSettingsSchema>

/** The number of an offer in an address. */
export const offerParamsSchema = z.object({ offerId: z.coerce.number().int().positive() })
