import { sentText } from '../text.ts'
import { type PhoneProblem, readPhone, withExtension } from './phone.ts'

const words: Record<PhoneProblem, string> = {
  required: 'Please enter a phone number.',
  invalid: 'A phone number has ten digits, such as (386) 555-0142.',
  noAreaCode: 'Please include the area code, such as (386) 555-0142.',
  several: 'Please give one phone number.',
}

const abroad = 'Please enter a US phone number with its area code, such as (386) 555-0142.'

/** A phone number of the United States in the form in which it is kept, however it was typed. */
export const usPhoneSchema = sentText(words.required)
  .overwrite((typed) => {
    const phone = readPhone(typed)
    return 'problem' in phone ? typed : withExtension(phone)
  })
  .superRefine((value, { addIssue }) => {
    const phone = readPhone(value)
    if ('problem' in phone) addIssue({ code: 'custom', message: words[phone.problem] })
    else if (phone.number.startsWith('+')) addIssue({ code: 'custom', message: abroad })
  })

/** The number under which the business is called: ten digits alone. */
export const sitePhoneSchema = usPhoneSchema.refine(
  (phone) => !phone.includes(' ext. '),
  'Please enter the number without an extension.',
)
