import { z } from 'zod'
import type { Claims } from '#/contracts/settings/setting-types.ts'
import {
  type BackupPlan,
  backupRhythms,
  keepLimits,
  type OfferTimes,
  offerTimeLimits,
} from '#/contracts/settings/setting-types.ts'
import { longestBusinessName } from '../limits.ts'
import { sentText, storedText } from '../text.ts'
import { sitePhoneSchema } from '../values/us-phone.ts'

/** `machine`: a setting of the machine names it, and wins over what is stored here. */
const setBy = z.enum(['machine', 'office', 'nobody'])

const factSchema = z.object({ value: z.string(), setBy })

/** The business as pages and mails show it, and who has said so. */
export const businessSchema = z.object({
  name: factSchema,
  /** Ten digits. */
  phone: factSchema,
})

export type Business = z.infer<typeof businessSchema>

/** What the owner types of it. What is absent stays as it is. */
export const businessChangeSchema = z.object({
  name: storedText(
    longestBusinessName,
    {
      notText: 'Please enter the name of the business.',
      tooLong: `Please use at most ${longestBusinessName} characters.`,
      badCharacters: 'This holds characters that cannot be stored.',
    },
    ' ',
  )
    .overwrite((name) => name.replace(/\s+/g, ' '))
    .regex(/\p{L}/u, 'Please enter the name of the business.')
    // In a text with places to be filled in it would be taken for one.
    .regex(/^[^{}]*$/, 'Please leave out the braces.')
    .optional(),
  phone: sitePhoneSchema.optional(),
})

export type BusinessChange = z.output<typeof businessChangeSchema>

const numberProblem = 'Please enter a number such as 30 or 1,000+, or leave it empty.'

const claimedNumber = sentText(numberProblem)
  .trim()
  .regex(/^(\d{1,6}\+?|\d{1,3}(,\d{3}){1,2}\+?)?$/, numberProblem)

const shareProblem = 'Please enter a share such as 98%, or leave it empty.'

/** The numbers that the site claims; an empty one is not shown. */
export const claimsSchema = z.object({
  projects: claimedNumber,
  contractors: claimedNumber,
  areas: claimedNumber,
  satisfaction: sentText(shareProblem)
    .trim()
    .regex(/^((100|\d{1,2})%)?$/, shareProblem),
}) satisfies z.ZodType<Claims>

/** Whether the home page shows sample reviews while there is none of a customer. */
export const sampleReviewsSchema = z.object({ areShown: z.boolean() })

function within([least, most]: readonly [number, number]) {
  const problem = `Please enter a whole number from ${least} to ${most}.`
  return z.coerce.number(problem).int(problem).min(least, problem).max(most, problem)
}

/** What the owner types of how contractors are asked. */
export const offerTimesSchema = z.object({
  openingHours: within(offerTimeLimits.openingHours),
  emergencyMinutes: within(offerTimeLimits.emergencyMinutes),
  askedInEmergency: within(offerTimeLimits.askedInEmergency),
}) satisfies z.ZodType<OfferTimes>

/** How often backups are made and how many are kept, as the owner types it. */
export const backupPlanSchema = z.object({
  every: z.enum(backupRhythms, 'Please choose how often.'),
  keep: within(keepLimits),
}) satisfies z.ZodType<BackupPlan>
