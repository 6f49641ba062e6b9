import { z } from 'zod'
import { emailSchema } from '../accounts/accounts.ts'

/** The owner's list for the first day. Times are ISO 8601 in UTC. */
export const firstStepsSchema = z.object({
  /** Somebody has said what the business is called, and how it is called up: it is not the built-in one. */
  isBusinessSet: z.boolean(),
  activeRecipients: z.int(),
  activeWebhooks: z.int(),
  /** When the mail server last took a test mail; null before that. */
  mailTestedAt: z.iso.datetime().nullable(),
  /** Mails leave by a server, and are not kept as files. */
  hasMailServer: z.boolean(),
  contractors: z.int(),
  /** Whether new leads are offered by the server; null until the owner has decided. */
  offersAutomatically: z.boolean().nullable(),
  /** Null until the owner has decided. */
  sendsVisitorMails: z.boolean().nullable(),
  /** The home page still shows the sample reviews. */
  hasSampleTestimonials: z.boolean(),
  /** The owner says that there is a backup. */
  isBackedUp: z.boolean(),
  /** The machine sends each backup to another place. */
  isSentElsewhere: z.boolean(),
  /** The owner has hidden the list. */
  isPutAway: z.boolean(),
})

export type FirstSteps = z.infer<typeof firstStepsSchema>

/** Ticks a step, or hides the list. */
export const changeFirstStepsSchema = z.object({
  isBackedUp: z.boolean().optional(),
  isPutAway: z.boolean().optional(),
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
