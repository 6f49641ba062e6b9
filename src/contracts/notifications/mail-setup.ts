import { z } from 'zod'
import { emailSchema } from '../accounts/accounts.ts'
import { mailSecurities } from '../limits.ts'
import { sentText } from '../text.ts'

/** How mails leave, as the office shows it. A password is stored and never shown. */
export const mailSetupSchema = z.object({
  /** `machine`: the settings of the machine name a server, and win over what is stored here. */
  setBy: z.enum(['machine', 'office', 'nobody']),
  host: z.string(),
  port: z.int(),
  security: z.enum(mailSecurities),
  /** Empty without signing in. */
  user: z.string(),
  hasPassword: z.boolean(),
  fromName: z.string(),
  fromAddress: z.string(),
})

export type MailSetup = z.infer<typeof mailSetupSchema>

const line = (limit: number) =>
  sentText('Please write this on one line.')
    .trim()
    .max(limit, `Please use at most ${limit} characters.`)
    .regex(/^[^\p{Cc}]*$/u, 'Please write this on one line.')

/** What the owner types of a mail server. An empty password keeps the one that is stored. */
export const mailSetupChangeSchema = z.object({
  host: line(253)
    .toLowerCase()
    .regex(
      /^(\[[\da-f:.]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)$/,
      'Please enter the name of the server, such as smtp.example.com.',
    ),
  port: z.coerce
    .number<string>('Please enter a number, such as 587.')
    .int('Please enter a whole number.')
    .min(1, 'Please enter a number from 1 to 65535.')
    .max(65_535, 'Please enter a number from 1 to 65535.'),
  security: z.enum(mailSecurities, 'Please choose one.'),
  user: line(320),
  password: line(1_000),
  fromName: line(100).min(1, 'Please enter the name that people see.'),
  fromAddress: emailSchema,
})

export type MailSetupChange = z.output<typeof mailSetupChangeSchema>
