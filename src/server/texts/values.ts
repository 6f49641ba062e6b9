import { z } from 'zod'
import { type Attribution, attributionNames } from '#/contracts/results/visits.ts'
import {
  type EmailProblem,
  emailPattern,
  findEmailProblem,
  readEmail,
} from '#/contracts/values/email.ts'
import { type PhoneProblem, readPhone, withExtension } from '#/contracts/values/phone.ts'
import { sentText } from './texts.ts'

const emailProblems: Record<EmailProblem, string> = {
  required: 'Please enter an email address.',
  invalid: 'This doesn’t look like an email address. It should look like you@example.com.',
  several: 'Please enter just one email address.',
}

/** An address as it is kept: without space around it, in lower case. */
export const emailSchema = sentText(emailProblems.required)
  .overwrite(readEmail)
  .toLowerCase()
  .pipe(
    z
      .email({
        pattern: emailPattern,
        error: ({ input }) => emailProblems[findEmailProblem(String(input)) ?? 'invalid'],
      })
      .max(254),
  )

const phoneProblems: Record<PhoneProblem, string> = {
  required: 'Please enter a phone number.',
  invalid: 'A phone number has ten digits, such as (386) 555-0142.',
  noAreaCode: 'Please include the area code, such as (386) 555-0142.',
  several: 'Please enter just one phone number.',
}

const abroad = 'Please enter a US phone number with its area code, such as (386) 555-0142.'

/** A phone number of the United States in the form in which it is kept, however it was typed. */
export const usPhoneSchema = sentText(phoneProblems.required)
  .overwrite((typed) => {
    const phone = readPhone(typed)
    return 'problem' in phone ? typed : withExtension(phone)
  })
  .superRefine((value, { addIssue }) => {
    const phone = readPhone(value)
    if ('problem' in phone) addIssue({ code: 'custom', message: phoneProblems[phone.problem] })
    else if (phone.number.startsWith('+')) addIssue({ code: 'custom', message: abroad })
  })

/** The number under which the business is called: ten digits alone. */
export const sitePhoneSchema = usPhoneSchema.refine(
  (phone) => !phone.includes(' ext. '),
  'Please enter the number without an extension.',
)

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'],
  ...['october', 'november', 'december'],
]

/** A day of the week before a day, and a time behind it. */
const around =
  /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,]? |(?:,? |t)\d{1,2}:\d\d[\d:.+ z-]*(?:[ap]m)?$/g

/** The parts of a day: 2027-08-31, 8/31/2027, 8-31-27, Aug 31, 2027 and 31-Aug-27. */
const forms = [
  /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<date>\d{1,2})$/,
  /^(?<month>\d{1,2})([-/])(?<date>\d{1,2})\2(?<year>\d{4}|\d\d)$/,
  /^(?<word>[a-z]{3,9})\.? (?<date>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/,
  /^(?<date>\d{1,2})[- ](?<word>[a-z]{3,9})[- ](?<year>\d{4}|\d\d)$/,
]

const longestDay = 60

/** Returns the year that two digits stand for: at most thirty years ahead, else one of the last century. */
function wholeYear(year: string): string {
  if (year.length === 4) return year
  return Number(year) + 2000 > new Date().getFullYear() + 30 ? `19${year}` : `20${year}`
}

/** Reads a day as people and spreadsheets write it, as `2027-08-31`; undefined for what is none. */
export function readDay(typed: string): string | undefined {
  if (typed.length > longestDay) return undefined
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
  const day = text.trim().replace(/\s+/g, ' ').toLowerCase().replace(around, '')
  const parts = forms.map((form) => form.exec(day)?.groups).find(Boolean)
  if (!parts) return undefined
  const { year = '', month, word = '', date = '' } = parts
  const number = month ?? String(months.findIndex((name) => name.startsWith(word)) + 1)
  const read = [wholeYear(year), number.padStart(2, '0'), date.padStart(2, '0')].join('-')
  const time = Date.parse(`${read}T00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(read) ? read : undefined
}

const badDay = 'Please enter a day, such as 2027-08-31.'

/** A day in the business's time zone, kept as `2027-08-31` however it was typed. */
export const daySchema = sentText(badDay)
  .overwrite((typed) => readDay(typed) ?? typed)
  .pipe(z.iso.date({ error: badDay, abort: true }))
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Please check the year.')

const badTime = 'Please enter a date and a time.'

/** What a field for a date and a time sends: local where the business is, `2026-03-04T14:05`. */
export const localTimeSchema = sentText(badTime)
  .trim()
  .overwrite((text) => text.slice(0, 16))
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, badTime)

/** How a visit came about, as it is stored: what is not of that form is left out. */
export const attributionSchema: z.ZodType<Attribution> = z.object(
  Object.fromEntries(attributionNames.map((name) => [name, z.string().optional()])),
)
