import { z } from 'zod'
import { leadDetailsSchema } from '../leads/inbox.ts'
import { leadFields } from '../leads/lead-fields.ts'
import { leadFieldSchemas } from '../leads/leads.ts'
import { unsureServiceId } from '../site/services.ts'
import { sentText } from '../text.ts'
import { referralSchema } from './offers.ts'
import { placeChoices } from './place-choices.ts'
import { ratingSchema } from './ratings.ts'
import { additionsSchema } from './requests.ts'

/** All that the panel of a lead shows, but for who fits and what was sent. */
export const leadPanelSchema = leadDetailsSchema.extend({
  referral: referralSchema,
  additions: additionsSchema,
  rating: ratingSchema.nullable(),
})

export type LeadPanel = z.infer<typeof leadPanelSchema>

/** A caller may have none, or not give it. */
const optionalEmail = sentText()
  .trim()
  .transform((typed, context) => {
    if (typed === '') return ''
    const { data, error } = leadFieldSchemas.email.safeParse(typed)
    for (const { message } of error?.issues ?? []) {
      context.issues.push({ code: 'custom', message, input: typed })
    }
    return data ?? ''
  })

const typedFields = {
  name: leadFieldSchemas.name,
  phone: leadFieldSchemas.phone,
  email: optionalEmail,
  address: leadFieldSchemas.address,
  town: z.enum(placeChoices),
  service: leadFieldSchemas.service,
  /** It runs by the clock of emergencies. */
  cannotWait: z.boolean(),
}

/** What a user can correct of a lead. */
export const correctableFields = [
  'name',
  'phone',
  'email',
  'address',
  'town',
  'service',
  'cannotWait',
] as const satisfies readonly (keyof typeof typedFields)[]

export type CorrectableField = (typeof correctableFields)[number]

const wasText = sentText().max(leadFields.email.limit)

/** The fields as they are to be, and as the user saw them: what is as it was is not changed. */
export const correctionSchema = z.object({
  ...typedFields,
  was: z.object({
    name: wasText,
    phone: wasText,
    email: wasText,
    address: wasText,
    town: z.enum(placeChoices),
    service: wasText,
    cannotWait: z.boolean(),
  }),
})

export type Correction = z.output<typeof correctionSchema>

/** Which fields a correction has changed. */
export const correctedSchema = z.object({ corrected: z.array(z.enum(correctableFields)) })

/** A caller's request, as a user enters it: a name and a phone number are enough. */
export const callerSchema = z.object({
  ...typedFields,
  /** Made by the form once: sent again it is the same request, whatever else it says. */
  submissionId: z.uuid(),
  email: optionalEmail.default(''),
  town: typedFields.town.default(''),
  service: typedFields.service.default(unsureServiceId),
  message: leadFieldSchemas.message,
  cannotWait: typedFields.cannotWait.default(false),
})

export type Caller = z.output<typeof callerSchema>
