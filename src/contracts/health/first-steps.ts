import { z } from 'zod'
import { emailSchema } from '../accounts/accounts.ts'

/** Ticks a step, or hides the first steps. */
export const changeFirstStepsSchema = z.object({
  isBackedUp: z.literal(true).optional(),
  isPutAway: z.literal(true).optional(),
})

export const testMailSchema = z.object({ email: emailSchema })

/** What became of a test mail. */
export const testMailResultSchema = z.object({
  /** `kept`: there is no mail server, so it lies on the server as a file. */
  outcome: z.enum(['sent', 'kept', 'failed']),
  /** Why it failed, as a sentence for the owner. */
  problem: z.string().nullable(),
  /** The mail server's own words, or the name of the file. */
  answer: z.string().nullable(),
  /** What the two said to each other, line by line; without a server, and without the password. */
  conversation: z.array(z.string()),
})

export type TestMailResult = z.infer<typeof testMailResultSchema>
