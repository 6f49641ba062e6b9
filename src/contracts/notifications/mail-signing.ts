import { z } from 'zod'

/** A key that signs mails, by what of it is published in the DNS. The key itself is never shown. */
const mailKeySchema = z.object({
  domain: z.string(),
  /** The name of its TXT record, and what must be in it. */
  recordName: z.string(),
  recordValue: z.string(),
  /** The record was found when it was last looked for. */
  isPublished: z.boolean(),
})

/** Whether mails are signed (DKIM), so that receivers see that they come from the sender's domain. */
export const mailSigningSchema = z.object({
  /** `machine`: the settings of the machine name a key, and win over what is stored here. */
  setBy: z.enum(['machine', 'office', 'nobody']),
  /** The domain of the sender's address: only a key of it signs. */
  domain: z.string(),
  isSigning: z.boolean(),
  /** The one that signs, and one that is to take its place as soon as it is published. */
  keys: z.array(mailKeySchema),
})

export type MailSigning = z.infer<typeof mailSigningSchema>

/** What a look into the DNS has found in the place of the newest key's record. */
export const mailSigningCheckSchema = mailSigningSchema.extend({
  /** `different`: a record of another key. `silent`: the DNS did not say. */
  outcome: z.enum(['published', 'missing', 'different', 'silent']),
  /** What is there instead. */
  found: z.array(z.string()),
})

export type MailSigningCheck = z.infer<typeof mailSigningCheckSchema>
