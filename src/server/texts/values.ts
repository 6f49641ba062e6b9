import { z } from 'zod'
import {
  type EmailProblem,
  emailPattern,
  findEmailProblem,
  readEmail,
} from '#/contracts/values/email.ts'
import { type PhoneProblem, readPhone, withExtension } from '#/contracts/values/phone.ts'
import { readDay } from './day.ts'
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
