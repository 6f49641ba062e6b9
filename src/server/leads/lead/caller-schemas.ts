import { z } from 'zod'
import { leadFields } from '#/contracts/leads/lead-fields.ts'
import { unsureServiceId } from '#/contracts/site/services.ts'
import { sentText } from '../../texts/texts.ts'
import { leadFieldSchemas } from '../take/submission.ts'

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
  /** Empty while it is not known. */
  town: sentText(),
  service: leadFieldSchemas.service,
  /** It runs by the clock of emergencies. */
  cannotWait: z.boolean(),
}

const wasText = sentText().max(leadFields.email.limit)

/** The fields as they are to be, and as the user saw them: what is as it was is not changed. */
export const correctionSchema = z.object({
  ...typedFields,
  was: z.object({
    name: wasText,
    phone: wasText,
    email: wasText,
    address: wasText,
    town: sentText(),
    service: wasText,
    cannotWait: z.boolean(),
  }),
})

export type Correction = z.output<typeof correctionSchema>

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
