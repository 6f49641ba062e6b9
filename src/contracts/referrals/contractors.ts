import { z } from 'zod'
import { emailSchema } from '../accounts/accounts.ts'
import { dayNames } from '../days.ts'
import { towns } from '../site/towns.ts'
import { sentText, storedText } from '../text.ts'
import { readDay } from '../values/day.ts'
import { usPhoneSchema } from '../values/us-phone.ts'
import { contractorFiguresSchema, contractorWorkSchema } from './contractor-figures.ts'
import {
  type ContractorService,
  contractorLimits,
  contractorServiceIds,
} from './contractor-limits.ts'
import { standingMarkSchema } from './contractor-standing.ts'

export { type ContractorService, contractorServiceIds } from './contractor-limits.ts'

const badCharacters = 'This holds characters that cannot be stored.'

const line = (limit: number, missing: string) =>
  storedText(
    limit,
    { notText: missing, tooLong: `Please use at most ${limit} characters.`, badCharacters },
    ' ',
  )
    .refine((value) => !/[\n\t\u2028\u2029]/.test(value), 'Please write this on one line.')
    .min(1, missing)

/** What people write before a license number: `Lic#`, `FL License No.`. */
const licenseWord = /^(?:FL|FLORIDA|STATE)?LIC(?:ENSE)?(?:NO|NUMBER)?(?=[A-Z]{2,4}\d)/

/** As the state writes it, without the punctuation that people type between letters and digits. */
const licenseNumberSchema = sentText('Please enter the license number.')
  .overwrite((value) =>
    value
      .replace(/[\s.:#\p{Cf}\u2010-\u2015-]/gu, '')
      .toUpperCase()
      .replace(licenseWord, ''),
  )
  .min(1, 'Please enter the license number.')
  .regex(
    /^[A-Z]{2,4}\d{4,10}$/,
    'A license number is letters and then digits, such as CAC1812345 or CMC1249876.',
  )

const badDay = 'Please enter a day, such as 2027-08-31.'

/** A day in the business's time zone, kept as `2027-08-31` however it was typed. */
export const daySchema = sentText(badDay)
  .overwrite((typed) => readDay(typed) ?? typed)
  .pipe(z.iso.date({ error: badDay, abort: true }))
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Please check the year.')

/** In the order of the choices, each once. */
const someOf = <Value extends string>(choices: readonly Value[], missing: string, wrong: string) =>
  z
    .array(z.enum(choices as readonly [Value, ...Value[]], wrong), missing)
    .min(1, missing)
    .transform((chosen) => choices.filter((choice) => chosen.includes(choice)))

const badHours = 'Please enter the days, and from when until when, such as Mon-Fri 8 AM-5 PM.'

const hourSchema = z.string(badHours).regex(/^([01]\d|2[0-3]):[0-5]\d$/, badHours)

const offerHoursSchema = z
  .object(
    {
      days: someOf(dayNames, 'Please choose at least one day.', badHours),
      from: hourSchema,
      until: hourSchema,
    },
    badHours,
  )
  .refine(({ from, until }) => from < until, 'The hours must end later on the day than they begin.')

/** What the owner types of a contractor. */
export const contractorFieldsSchema = z.object({
  companyName: line(contractorLimits.companyName, 'Please enter the name of the company.'),
  contactName: line(contractorLimits.contactName, 'Please enter a contact person.'),
  email: emailSchema,
  phone: usPhoneSchema,
  /** Letters and digits only, in capitals. Unique among contractors. */
  licenseNumber: licenseNumberSchema,
  /** The last day on which the license counts. */
  licenseExpiresOn: daySchema,
  /** The last day on which the insurance counts. */
  insuranceExpiresOn: daySchema,
  services: someOf<ContractorService>(
    contractorServiceIds as ContractorService[],
    'Please choose at least one service.',
    'This is not one of the services.',
  ),
  towns: someOf(towns, 'Please choose at least one town.', 'This is not one of the towns.'),
  answersEmergencies: z.boolean('Please say yes or no.'),
  /** In any seven days; null for no limit. */
  mostOffersAWeek: z
    .int('Please enter a whole number.')
    .min(1, 'Please enter at least 1, or leave it empty for no limit.')
    .max(contractorLimits.offersAWeek, `Please enter at most ${contractorLimits.offersAWeek}.`)
    .nullable(),
  /** Unanswered offers at the same time; the owner can still offer more by hand. */
  mostOpenOffers: z
    .int('Please enter a whole number.')
    .min(1, 'Please enter at least 1.')
    .max(contractorLimits.openOffers, `Please enter at most ${contractorLimits.openOffers}.`),
  /** When they want offers; null for at any time. */
  offerHours: offerHoursSchema.nullable(),
  /** The first day on which they get offers again; null, or past, when not paused. */
  pausedUntil: daySchema.nullable(),
  notes: storedText(contractorLimits.notes, {
    notText: badCharacters,
    tooLong: `Please use at most ${contractorLimits.notes} characters.`,
    badCharacters,
  }),
})

export type ContractorFields = z.output<typeof contractorFieldsSchema>

/** `version` is the one that was read. */
export const contractorChangeSchema = contractorFieldsSchema.extend({
  version: z.int('Please say which version you have changed.').positive(),
})

/** A contractor of the network. */
const contractorSchema = z.object({
  ...contractorFieldsSchema.shape,
  services: z.array(z.string()),
  towns: z.array(z.string()),
  offerHours: z
    .object({ days: z.array(z.enum(dayNames)), from: z.string(), until: z.string() })
    .nullable(),
  id: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
})

export type Contractor = ContractorFields & { id: number; version: number; createdAt: string }

/** A contractor as the list of the back office shows it. */
export const contractorEntrySchema = contractorSchema.extend({
  /** What keeps offers away today, or soon will; empty where all is well. */
  standing: z.array(standingMarkSchema),
  figures: contractorFiguresSchema,
  work: contractorWorkSchema,
})

export type ContractorEntry = z.infer<typeof contractorEntrySchema>

/** A contractor who could do a lead's work, with what the owner compares them by. */
const rankedContractorSchema = z.object({
  id: z.int(),
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** False where the license or the insurance has lapsed: then no offer is made, not even by hand. */
  isEligible: z.boolean(),
  figures: contractorFiguresSchema,
  /** When they were last asked for any request, of the days of `figures`; else null. */
  lastAskedAt: z.iso.datetime().nullable(),
  stars: contractorWorkSchema.shape.stars,
  ratings: contractorWorkSchema.shape.ratings,
  /** What keeps this offer away from them now; empty for those who fit. */
  obstacles: z.array(z.string()),
})

export type RankedContractor = z.infer<typeof rankedContractorSchema>

/** Which contractors fit a lead; the first is to be asked first. */
export const rankingSchema = z.object({
  /** Where the lead is; null where that is unknown: then towns do not count. */
  town: z.enum(towns).nullable(),
  /** What all who are listed have in common. */
  reasons: z.array(z.string()),
  /** Those who may be offered it now. */
  fitting: z.array(rankedContractorSchema),
  /** Those who do the work there, but not now. */
  others: z.array(rankedContractorSchema),
})

export type Ranking = z.infer<typeof rankingSchema>
