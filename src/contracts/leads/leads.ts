import { z } from 'zod'
import { serviceChoices } from '../site/services.ts'
import type { PlaceKnown } from '../site/towns.ts'
import { emptyIsNull, hint, storedText } from '../text.ts'
import { emailPattern, findEmailProblem, readEmail } from '../values/email.ts'
import { findPhoneProblem, type PhoneProblem } from '../values/phone.ts'
import { defaultAddress, type LeadFieldName, leadFields } from './lead-fields.ts'
import { latenesses, stages, waitsFor } from './lead-stage.ts'

/**
 * What can be wrong with a field. The schema says which; the words for it stand in
 * `content/estimate-form.ts`.
 */
export type FieldProblem = PhoneProblem | 'tooLong' | 'badCharacters'

/** The forms of the site, each with its own set of words. */
const contactForms = ['estimate', 'message'] as const

export type ContactForm = (typeof contactForms)[number]

const problem = (name: FieldProblem) => name

const missingOrInvalid = {
  error: ({ input }: { input?: unknown }) => problem(input === undefined ? 'required' : 'invalid'),
}

const isOneLine = (value: string) => !/[\n\t\u2028\u2029]/.test(value)

const textProblems = {
  notText: missingOrInvalid,
  tooLong: problem('tooLong'),
  badCharacters: problem('badCharacters'),
}

const line = (limit: number) =>
  storedText(limit, textProblems, ' ').refine(isOneLine, problem('badCharacters'))

const requiredLine = (limit: number) => line(limit).min(1, problem('required'))

const { name, email, phone, address, message } = leadFields

/** What each field must hold; without line ends where the form has one line. */
export const leadFieldSchemas = {
  name: requiredLine(name.limit),
  email: requiredLine(email.limit)
    .overwrite(readEmail)
    .pipe(
      z
        .email({ pattern: emailPattern, error: ({ input }) => findEmailProblem(String(input)) })
        .max(email.limit, problem('tooLong')),
    ),
  phone: requiredLine(phone.limit).pipe(
    z.string().superRefine((typed, { addIssue }) => {
      const message = findPhoneProblem(typed)
      if (message) addIssue({ code: 'custom', message })
    }),
  ),
  address: line(address.limit)
    .nullish()
    .transform((value) => (value === defaultAddress ? null : emptyIsNull(value))),
  service: z.enum(serviceChoices, {
    error: ({ input }) => problem(input === undefined || input === '' ? 'required' : 'invalid'),
  }),
  message: storedText(message.limit, textProblems).nullish().transform(emptyIsNull),
} satisfies Record<LeadFieldName, z.ZodType>

/** What the form sends. Issues carry a FieldProblem as their message. */
export const submissionSchema = z.object({
  ...leadFieldSchemas,
  /** Made by the browser once for each submission, and sent again with each retry. */
  submissionId: z.uuid(problem('invalid')).optional(),
  form: z.enum(contactForms).catch('estimate').optional(),
  /** The path of the page that showed the form. */
  page: hint(200),
  /** The version of the consent wording that the form showed. */
  consentVersion: hint(40),
  /** The path and query of the visit's first page; after a space, the referrer. */
  visit: hint(2000),
  /** How long the document had been open, in milliseconds; undefined without scripts. */
  shownForMs: z.number().min(0).optional().catch(undefined),
  /** A field that people do not see. */
  subject: hint(200),
})

export type Submission = z.output<typeof submissionSchema>

export type SentForm = z.input<typeof submissionSchema>

/** For a submission that is stored. A repeat gets the same as the first one. */
export const submissionResponseSchema = z.object({
  data: z.object({
    submissionId: z.string(),
    createdAt: z.iso.datetime(),
    /** Seven digits by which the visitor names it over the phone: `123-4567`. */
    reference: z.string(),
    /**
     * The day and time by which it is answered, in words of the business's time zone; null where a person
     * reads it before anybody is asked.
     */
    answerBy: z.string().nullable(),
    /** Whether the work is in one of the towns, as far as the address says. */
    place: z.enum(['served', 'outside', 'unknown'] satisfies PlaceKnown[]),
    /** The address of its own page; null if another visitor sent the same. */
    requestPath: z.string().nullable(),
  }),
})

export type Received = z.infer<typeof submissionResponseSchema>['data']

/** A lead as the spec's list has it. `createdAt` is ISO 8601 in UTC. */
export const leadSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** Ten digits for a North American number, E.164 for any other. */
  phone: z.string(),
  /** May hold more than the number, such as an extension. */
  phoneAsTyped: z.string(),
  address: z.string().nullable(),
  service: z.string(),
  message: z.string().nullable(),
  createdAt: z.iso.datetime(),
  isContacted: z.boolean(),
})

export type Lead = z.infer<typeof leadSchema>

/** How far a lead has come, and what follows. Times are ISO 8601 in UTC. */
const stageSchema = z.object({
  stage: z.enum(stages),
  waitsFor: z.enum(waitsFor),
  since: z.iso.datetime(),
  /** Until when those who are asked can answer; else null. */
  until: z.iso.datetime().nullable(),
  /** Who has it, or had it when it ended; all who are asked, divided by a comma; else null. */
  companyName: z.string().nullable(),
  /** When its contractor said yes, when they call, and when somebody said that they have spoken. */
  acceptedAt: z.iso.datetime().nullable(),
  callAt: z.iso.datetime().nullable(),
  calledAt: z.iso.datetime().nullable(),
  /** Why it was lost or is the owner's; `quiet` where nothing was heard of a job for long. */
  reason: z.string().nullable(),
  /** Its contractor says that it was lost, and its visitor has not been heard. */
  isReported: z.boolean(),
  /** The lead with which it goes to one contractor; null where it goes by itself. */
  joinedTo: z.int().nullable(),
  /** It runs by the clock of emergencies, whatever its service. */
  isUrgent: z.boolean(),
  lateness: z.enum(latenesses),
  /** When a user wants to see it again; null where nobody does. */
  remindAt: z.iso.datetime().nullable(),
  /** Why, in the user's words; empty where they gave no reason. */
  remindReason: z.string().nullable(),
})

/** A lead as a row of the inbox: the spec's, and what the owner needs beside it. */
export const leadEntrySchema = leadSchema.extend(stageSchema.shape).extend({
  /** Seven digits by which its visitor names it over the phone: `123-4567`. */
  reference: z.string(),
  /** Where the visit came from: `google ads`, `facebook`, `direct`, … */
  source: z.string(),
  /** Where the work is, of the towns of the network; null outside them, and while unknown. */
  town: z.string().nullable(),
  /** Null until it is marked contacted for the first time; kept from then on. */
  firstContactedAt: z.iso.datetime().nullable(),
  isQuarantined: z.boolean(),
})

export type LeadEntry = z.infer<typeof leadEntrySchema>

export const contactStatusSchema = z.object({
  isContacted: z.boolean(),
  /** Takes back what this user marked within the last minute, as if they never had. */
  isUndo: z.boolean().default(false),
})
