import type { PlaceKnown } from '../site/towns.ts'
import type { PhoneProblem } from '../values/phone.ts'
import type { LeadValues } from './lead-fields.ts'
import type { Lateness, Stage, WaitsFor } from './lead-stage.ts'

/**
 * What can be wrong with a field. The schema says which; the words for it stand in
 * `content/estimate-form.ts`.
 */
export type FieldProblem = PhoneProblem | 'tooLong' | 'badCharacters'

/** The forms of the site, each with its own set of words. */
export const contactForms = ['estimate', 'message'] as const

export type ContactForm = (typeof contactForms)[number]

/** For a submission that is stored. A repeat gets the same as the first one. */
export type Received = {
  submissionId: string
  createdAt: string
  /** Seven digits by which the visitor names it over the phone: `123-4567`. */
  reference: string
  /**
   * The day and time by which it is answered, in words of the business's time zone; null where a person
   * reads it before anybody is asked.
   */
  answerBy: string | null
  /** Whether the work is in one of the towns, as far as the address says. */
  place: PlaceKnown
  /** The address of its own page; null if another visitor sent the same. */
  requestPath: string | null
}

/** What a visitor is told of a request that was received, and for which service it was. */
export type Receipt = Omit<Received, 'submissionId' | 'createdAt'> & { service: string }

/**
 * A lead as the spec's list has it. Its phone number is ten digits, or E.164 for one that is not North
 * American. `createdAt` is ISO 8601 in UTC.
 */
export type Lead = LeadValues & {
  id: number
  /** May hold more than the number, such as an extension. */
  phoneAsTyped: string
  createdAt: string
  isContacted: boolean
}

/**
 * A lead as a row of the inbox: the spec's, how far it has come, what follows, and what the owner needs
 * beside it. Times are ISO 8601 in UTC.
 */
export type LeadEntry = Lead & {
  stage: Stage
  waitsFor: WaitsFor
  since: string
  /** Until when those who are asked can answer; else null. */
  until: string | null
  /** Who has it, or had it when it ended; all who are asked, divided by a comma; else null. */
  companyName: string | null
  /** When its contractor said yes, when they call, and when somebody said that they have spoken. */
  acceptedAt: string | null
  callAt: string | null
  calledAt: string | null
  /** Why it was lost or is the owner's; `quiet` where nothing was heard of a job for long. */
  reason: string | null
  /** Its contractor says that it was lost, and its visitor has not been heard. */
  isReported: boolean
  /** The lead with which it goes to one contractor; null where it goes by itself. */
  joinedTo: number | null
  /** It runs by the clock of emergencies, whatever its service. */
  isUrgent: boolean
  lateness: Lateness
  /** When a user wants to see it again; null where nobody does. */
  remindAt: string | null
  /** Why, in the user's words; empty where they gave no reason. */
  remindReason: string | null
  reference: string
  /** Where the visit came from: `google ads`, `facebook`, `direct`, … */
  source: string
  /** Where the work is, of the towns of the network; null outside them, and while unknown. */
  town: string | null
  /** Null until it is marked contacted for the first time; kept from then on. */
  firstContactedAt: string | null
  isQuarantined: boolean
}
