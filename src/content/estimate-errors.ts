import { fieldProblems } from './estimate-form.ts'

/** The problems that the server can find in a submission. {max} is filled with the limit. */
export const estimateErrors = {
  summary: 'Please check the fields marked below.',
  /** For any field with characters that cannot be stored. */
  badCharacters: 'This contains characters that we cannot read. Please type it again.',
  /** When the body of the HTTP request is not from this form at all. */
  unreadable: 'We could not read your request. Please try again, or call us.',
  /** When neither the database nor the disk can store it. */
  notStored:
    'Something is broken on our side, and your request was not stored. Please call us at {phone}, or try again in a minute.',
  /** When one client sends too many in a short time. */
  tooMany: 'That was a lot of requests in a short time. Please wait a little, or call us.',
  fields: {
    name: {
      ...fieldProblems.name,
      tooLong: 'Please use at most {max} characters for your name.',
    },
    email: {
      ...fieldProblems.email,
      tooLong: 'Please use an email address of at most {max} characters.',
    },
    phone: {
      ...fieldProblems.phone,
      invalid: 'This does not look like a phone number. Please give it with its area code.',
      tooLong: 'Please use at most {max} characters for your phone number.',
    },
    address: { tooLong: 'Please use at most {max} characters for the address.' },
    service: {
      ...fieldProblems.service,
      invalid: 'Please choose one of the services in the list.',
    },
    message: { tooLong: 'Please use at most {max} characters for the details.' },
  },
} as const
