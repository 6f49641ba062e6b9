import { z } from 'zod'
import { builtInClaims } from '#/content/pages/about.ts'
import type { Week } from '#/contracts/hours/week.ts'
import { mailSecurities } from '#/contracts/limits.ts'
import { latestStatementDay } from '#/contracts/money/money.ts'
import { newsGroups } from '#/contracts/referrals/request-facts.ts'
import {
  backupRhythms,
  keepLimits,
  longestStory,
  offerTimeLimits,
} from '#/contracts/settings/setting-types.ts'
import type { Area } from '#/contracts/site/towns.ts'
import { sentText, typedText } from '../texts/texts.ts'

const numberProblem = 'Please enter a number such as 30 or 1,000+, or leave it empty.'

const claimedNumber = sentText(numberProblem)
  .trim()
  .regex(/^(\d{1,6}\+?|\d{1,3}(,\d{3}){1,2}\+?)?$/, numberProblem)

const shareProblem = 'Please enter a share such as 98%, or leave it empty.'

/** What the site claims; what is empty is not shown. Earlier versions stored the numbers alone. */
const claims = z.object({
  projects: claimedNumber,
  contractors: claimedNumber,
  areas: claimedNumber,
  satisfaction: sentText(shareProblem)
    .trim()
    .regex(/^((100|\d{1,2})%)?$/, shareProblem),
  story: typedText(longestStory, 'Please write the story as text.').default(builtInClaims.story),
  isAlwaysAnswered: z.boolean().default(true),
})

function within([least, most]: readonly [number, number]) {
  const problem = `Please enter a whole number from ${least} to ${most}.`
  return z.coerce.number(problem).int(problem).min(least, problem).max(most, problem)
}

/** What the owner types of how contractors are asked. */
const offerTimes = z.object({
  openingHours: within(offerTimeLimits.openingHours),
  emergencyMinutes: within(offerTimeLimits.emergencyMinutes),
  askedInEmergency: within(offerTimeLimits.askedInEmergency),
})

/** How often backups are made and how many are kept, as the owner types it. */
const backupPlan = z.object({
  every: z.enum(backupRhythms, 'Please choose how often.'),
  keep: within(keepLimits),
})

/** In UTF-16 code units: more than any mail needs. */
const longestLeadSourceMessage = 100_000

/**
 * The owner's text in the mails' section 'Lead Source Information'. Empty: the section is left out.
 */
const leadSource = z.object({
  message: typedText(longestLeadSourceMessage, 'Please enter the message.'),
})

const instant = z.iso.datetime()

/** What each setting may be. */
export const settingSchemas = {
  /** What is absent is as the content has it. The phone number has ten digits. */
  business: z.object({ name: z.string(), phone: z.string(), domain: z.string() }).partial(),
  week: z.array(z.object({ opens: z.string(), closes: z.string() }).nullable()) as z.ZodType<Week>,
  /** Where the network works: at least in one town. */
  area: z.object({
    region: z.string(),
    county: z.string(),
    radiusMinutes: z.int(),
    towns: z.array(z.object({ name: z.string(), zips: z.array(z.string()) })).min(1),
  }) as z.ZodType<Area>,
  /** Days on which the business is closed, and federal holidays on which it is open. */
  holidays: z.array(z.object({ day: z.iso.date(), name: z.string(), isOpen: z.boolean() })),
  claims,
  offerTimes,
  backupPlan,
  statements: z.object({
    /** On which day of the month the statements of the month before are mailed; null for never. */
    dayOfMonth: within([1, latestStatementDay]).nullable(),
  }),
  /** The home page shows sample reviews while there is none of a customer. */
  sampleReviews: z.object({ areShown: z.boolean() }),
  /** Reviews of customers from elsewhere, the first to be shown first. */
  ownReviews: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      location: z.string(),
      rating: z.int(),
      text: z.string(),
      service: z.string(),
      date: z.string(),
      source: z.enum(['google', 'facebook', 'yelp']).optional(),
    }),
  ),
  /** Rules for every account. */
  accounts: z.object({ requiresSecondFactor: z.boolean() }),
  /** The text of the mails about where leads come from. */
  leadSource,
  /** That their request was received, which contractor has it, and the question how it went. */
  visitorMails: z.object({ sendsMails: z.boolean() }),
  /** The server offers each new lead by itself, to one contractor after another. */
  offers: z.object({ isAutomatic: z.boolean() }),
  /** The groups of news of which the owner wants no mail. An earlier version has stored others beside them. */
  mutedMails: z
    .array(z.string())
    .transform((muted) => newsGroups.filter((group) => muted.includes(group))),
  /** The mail server that the owner has named in the office. */
  mailServer: z
    .object({
      host: z.string(),
      port: z.int(),
      security: z.enum(mailSecurities),
      /** Null without signing in. */
      user: z.string().nullable(),
      /** Encrypted; null without one. */
      password: z.string().nullable(),
      fromName: z.string(),
      fromAddress: z.string(),
    })
    .nullable(),
  /** How long leads are stored: null for ever. */
  retention: z.object({
    days: z.int().nullable(),
    /** When the last run began, or the period was set since. */
    lastRunAt: instant.nullable(),
    /** How many leads that run has deleted; null where there was none since the period was set. */
    deletedLeads: z.int().nullable(),
  }),
  /** When the owner did what the inbox lists for the first day. */
  firstSteps: z.object({
    /** When the mail server last took a test mail. */
    mailTestedAt: instant.nullable(),
    /** When the owner ticked that there is a backup. */
    backedUpAt: instant.nullable(),
    /** When the owner hid the list. */
    putAwayAt: instant.nullable(),
  }),
}

/** What is decided in the office, by key. */
export type Settings = {
  [Key in keyof typeof settingSchemas]: z.output<(typeof settingSchemas)[Key]>
}

/** The name of a setting. */
export type SettingKey = keyof Settings
