import { z } from 'zod'

/** Says that there is a backup, or hides the first steps. */
export const changeFirstStepsSchema = z.union([
  z.strictObject({ isBackedUp: z.literal(true) }),
  z.strictObject({ isPutAway: z.literal(true) }),
])

export type ChangeOfFirstSteps = z.infer<typeof changeFirstStepsSchema>

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
