import { z } from 'zod'
import { contractorFiguresSchema } from './contractor-figures.ts'
import {
  callStates,
  declineReasons,
  handBackReasons,
  lostReasons,
  offerStates,
  outcomes,
} from './offer-states.ts'

/** What became of the mail with the link to a contractor's page. */
export const sentPageSchema = z.object({
  outcome: z.enum(['sent', 'kept', 'failed']),
  problem: z.string().nullable(),
  /** For the owner to send it themselves; null where the mail was sent. */
  link: z.string().nullable(),
})

export type SentPage = z.infer<typeof sentPageSchema>

/** An offer in a list of its contractor's. Times are ISO 8601 in UTC. */
const listedOfferSchema = z.object({
  id: z.int(),
  leadId: z.int(),
  leadName: z.string(),
  /** For reading, with its extension. */
  leadPhone: z.string(),
  reference: z.string(),
  service: z.string(),
  isUrgent: z.boolean(),
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

/** How a contractor does: at most `mostListed` of each list. */
const contractorRecordSchema = z.object({
  figures: contractorFiguresSchema,
  /** What keeps any new offer away from them now, in words; empty where nothing does. */
  obstacles: z.array(z.string()),
  /** Offers that they can still answer; the first to end comes first. */
  open: z.array(listedOfferSchema),
  /** Leads that they have and that are not over; the next to be called comes first. */
  jobs: z.array(listedOfferSchema),
  /** All other offers, newest first. */
  past: z.array(listedOfferSchema),
})

export type ContractorRecord = z.infer<typeof contractorRecordSchema>

/** What the office shows of one contractor beside what is stored of them. */
export const contractorDetailSchema = contractorRecordSchema.extend({
  /** What they owe, in cents: positive where they do. */
  balanceCents: z.int(),
  /** The links to their page that work. */
  links: z.object({ count: z.int(), newestAt: z.iso.datetime().nullable() }),
})

export type ContractorDetail = z.infer<typeof contractorDetailSchema>
