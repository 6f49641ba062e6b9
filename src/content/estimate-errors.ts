import { fieldProblems } from './estimate-form.ts'

/** The problems that the server can find in a submission. {max} is filled with the limit. */
export const estimateErrors = {
  summary: 'Please check the fields marked below.',
  /** For any field with characters that cannot be stored. */
  badCharacters: 'This has characters we can’t read. Please type it again.',
  /** The body of the HTTP request is not from this form at all. */
  unreadable: 'We couldn’t read your request. Please try again, or call us.',
  /** Neither the database nor the disk can store it. */
  notStored:
    'Something is wrong on our end and your request wasn’t saved. Please call us at {phone}, or try again in a minute.',
  /** It is not known in time whether it was stored. */
  notConfirmed:
    'We couldn’t confirm that your request was saved. Please call us at {phone}, or send it again in a minute. We won’t record it twice.',
  /** One client sends too many in a short time. */
  tooMany: 'That was a lot of requests in a short time. Please wait a few minutes, or call us.',
  fields: {
    name: {
      ...fieldProblems.name,
      tooLong: 'Please keep your name to {max} characters.',
    },
    email: {
      ...fieldProblems.email,
      tooLong: 'Please use an email address of {max} characters or fewer.',
    },
    phone: {
      ...fieldProblems.phone,
      tooLong: 'Please keep your phone number to {max} characters.',
    },
    address: { tooLong: 'Please keep the address to {max} characters.' },
    service: {
      ...fieldProblems.service,
      invalid: 'Please choose a service from the list.',
    },
    message: { tooLong: 'Please keep the details to {max} characters.' },
  },
} as const
