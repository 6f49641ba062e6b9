import { z } from 'zod'
import { emailSchema } from '../accounts/accounts.ts'
import { storedText } from '../text.ts'

/** Who is told of new leads by mail. A disabled one is told nothing, and stays in the list. */
export const recipientSchema = z.object({
  id: z.int(),
  email: z.string(),
  isActive: z.boolean(),
})

export type Recipient = z.infer<typeof recipientSchema>

/** The body that adds a recipient. The address is kept trimmed and in lower case. */
export const addRecipientSchema = z.object({ email: emailSchema })

/** The body that enables or disables a recipient. */
export const changeRecipientSchema = z.object({ isActive: z.boolean() })

/** The number of a recipient in an address. */
export const recipientParamsSchema = z.object({ recipientId: z.coerce.number().int().positive() })

/** The longest message in the mails' section 'Lead Source Information', in UTF-16 code units. */
export const longestLeadSourceMessage = 5_000

/** What the mails say in 'Lead Source Information'. Empty: the section is left out. */
export const leadSourceSettingsSchema = z.object({
  message: storedText(longestLeadSourceMessage, {
    notText: 'Please enter the message.',
    tooLong: `Please keep it under ${longestLeadSourceMessage} characters.`,
    badCharacters: 'The message holds characters that cannot be shown.',
  }),
})

export type LeadSourceSettings = z.infer<typeof leadSourceSettingsSchema>

/** Whether visitors are sent mails. */
export const visitorMailsSchema = z.object({
  /** That their request was received, who takes care of it, and the question how it went. */
  sendsMails: z.boolean(),
})

export type VisitorMails = z.infer<typeof visitorMailsSchema>
