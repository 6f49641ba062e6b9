import { z } from 'zod'
import { dayNames } from '#/contracts/days.ts'
import { longestImport } from '#/contracts/limits.ts'
import { contractorLimits, contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import { townsServed } from '../../texts/places.ts'
import { sentText, typedLine, typedText } from '../../texts/texts.ts'
import { daySchema, emailSchema, usPhoneSchema } from '../../texts/values.ts'

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

/** In the order of the choices, each once. */
const someOf = <Value extends string>(
  choices: () => readonly Value[],
  one: z.ZodType<Value, Value>,
  missing: string,
) =>
  z
    .array(one, missing)
    .min(1, missing)
    .transform((chosen) => choices().filter((choice) => chosen.includes(choice)))

const townSchema = z
  .string()
  .refine((town) => townsServed().includes(town), 'This isn’t one of the towns.')

const badHours = 'Please enter the days and hours, such as Mon-Fri 8 AM-5 PM.'

const hourSchema = z.string(badHours).regex(/^([01]\d|2[0-3]):[0-5]\d$/, badHours)

const offerHoursSchema = z
  .object(
    {
      days: someOf(() => dayNames, z.enum(dayNames, badHours), 'Please choose at least one day.'),
      from: hourSchema,
      until: hourSchema,
    },
    badHours,
  )
  .refine(({ from, until }) => from < until, 'The hours must end later in the day than they begin.')

const noNumber = 'Please enter a whole number.'
const typedNumber = z.coerce.number(noNumber).int(noNumber)

/** What the owner types of a contractor: `ContractorFields`. */
export const contractorFieldsSchema = z.object({
  companyName: typedLine(contractorLimits.companyName, 'Please enter the name of the company.'),
  contactName: typedLine(contractorLimits.contactName, 'Please enter a contact person.'),
  email: emailSchema,
  phone: usPhoneSchema,
  licenseNumber: licenseNumberSchema,
  licenseExpiresOn: daySchema,
  insuranceExpiresOn: daySchema,
  services: someOf(
    () => contractorServiceIds,
    z.enum(contractorServiceIds, 'This isn’t one of the services.'),
    'Please choose at least one service.',
  ),
  towns: someOf(townsServed, townSchema, 'Please choose at least one town.'),
  answersEmergencies: z.boolean('Please say yes or no.'),
  mostOffersAWeek: typedNumber
    .min(1, 'Please enter at least 1, or leave it empty for no limit.')
    .max(contractorLimits.offersAWeek, `Please enter at most ${contractorLimits.offersAWeek}.`)
    .nullable(),
  mostOpenOffers: typedNumber
    .min(1, 'Please enter at least 1.')
    .max(contractorLimits.openOffers, `Please enter at most ${contractorLimits.openOffers}.`),
  offerHours: offerHoursSchema.nullable(),
  pausedUntil: daySchema.nullable(),
  notes: typedText(contractorLimits.notes, 'Please write the notes as text.'),
})

/** `version` is the one that was read. */
export const contractorChangeSchema = contractorFieldsSchema.extend({
  version: z.int('Please say which version you changed.').positive(),
})

export const contractorSheetSchema = z.object({
  csv: sentText('Please choose a file.').max(
    longestImport,
    'The file is too large: one million characters at most.',
  ),
})

/** A file, and what was confirmed of it; where it would do something else, it does nothing. */
export const contractorImportSchema = contractorSheetSchema.extend({
  expected: z.object({ added: z.int(), changed: z.int(), refused: z.int() }),
})

/** What an import returned. Towns of before may be served no longer. */
export const importUndoSchema = z.object({
  imported: z.array(
    z.object({
      id: z.int(),
      version: z.int(),
      before: contractorFieldsSchema
        .extend({
          towns: z.array(sentText()),
          mostOffersAWeek: z.int().nullable(),
          mostOpenOffers: z.int(),
        })
        .nullable(),
    }),
  ),
})
