import { z } from 'zod'
import { storedText } from '../text.ts'

/** An address that new leads are mailed to. A disabled one gets nothing, and stays in the list. */
export const recipientSchema = z.object({
  id: z.int(),
  email: z.string(),
  isActive: z.boolean(),
})

export type Recipient = z.infer<typeof recipientSchema>

/** In UTF-16 code units: more than any mail needs. */
const longestLeadSourceMessage = 100_000

/**
 * The owner's text in the mails' section 'Lead Source Information'. Empty: the section is left out.
 */
export const leadSourceSettingsSchema = z.object({
  message: storedText(longestLeadSourceMessage, {
    notText: 'Please enter the message.',
    tooLong: 'Please use at most 100,000 characters.',
    badCharacters: 'The message holds characters that cannot be shown.',
  }),
})

export type LeadSourceSettings = z.infer<typeof leadSourceSettingsSchema>

export const visitorMailsSchema = z.object({
  /** That their request was received, which contractor has it, and the question how it went. */
  sendsMails: z.boolean(),
})
