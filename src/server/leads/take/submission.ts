import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { estimateErrors } from '#/content/estimate-errors.ts'
import { defaultAddress, type LeadFieldName, leadFields } from '#/contracts/leads/lead-fields.ts'
import { contactForms, type FieldProblem } from '#/contracts/leads/leads.ts'
import { serviceChoices } from '#/contracts/site/services.ts'
import { emailPattern, findEmailProblem, readEmail } from '#/contracts/values/email.ts'
import { findPhoneProblem } from '#/contracts/values/phone.ts'
import { AppError } from '#/server/http/errors.ts'
import { emptyIsNull, hint, visitorText } from '../../texts/texts.ts'

const problem = (name: FieldProblem) => name

const missingOrInvalid = {
  error: ({ input }: { input?: unknown }) => problem(input === undefined ? 'required' : 'invalid'),
}

const isOneLine = (value: string) => !/[\n\t\u2028\u2029]/.test(value)

const line = (limit: number) =>
  visitorText(limit, missingOrInvalid, ' ').refine(isOneLine, problem('badCharacters'))

const requiredLine = (limit: number) => line(limit).min(1, problem('required'))

const { name, email, phone, address, message } = leadFields

/** What each field must hold; without line ends where the form has one line. */
export const leadFieldSchemas = {
  name: requiredLine(name.limit),
  email: requiredLine(email.limit)
    .overwrite(readEmail)
    .pipe(
      z
        .email({ pattern: emailPattern, error: ({ input }) => findEmailProblem(String(input)) })
        .max(email.limit, problem('tooLong')),
    ),
  phone: requiredLine(phone.limit).pipe(
    z.string().superRefine((typed, { addIssue }) => {
      const message = findPhoneProblem(typed)
      if (message) addIssue({ code: 'custom', message })
    }),
  ),
  address: line(address.limit)
    .nullish()
    .transform((value) => (value === defaultAddress ? null : emptyIsNull(value))),
  service: z.enum(serviceChoices, {
    error: ({ input }) => problem(input === undefined || input === '' ? 'required' : 'invalid'),
  }),
  message: visitorText(message.limit, missingOrInvalid).nullish().transform(emptyIsNull),
} satisfies Record<LeadFieldName, z.ZodType>

/** What the form sends. Issues carry a FieldProblem as their message. */
export const submissionSchema = z.object({
  ...leadFieldSchemas,
  /** Made by the browser once for each submission, and sent again with each retry. */
  submissionId: z.uuid(problem('invalid')).optional(),
  form: z.enum(contactForms).catch('estimate').optional(),
  /** The path of the page that showed the form. */
  page: hint(200),
  /** The version of the consent wording that the form showed. */
  consentVersion: hint(40),
  /** The path and query of the visit's first page; after a space, the referrer. */
  visit: hint(2000),
  /** How long the document had been open, in milliseconds; undefined without scripts. */
  shownForMs: z.number().min(0).optional().catch(undefined),
  /** A field that people do not see. */
  subject: hint(200),
})

export type Submission = z.output<typeof submissionSchema>

function describeProblem(name: LeadFieldName, problem: FieldProblem): string {
  const words: Partial<Record<FieldProblem, string>> | undefined = estimateErrors.fields[name]
  const text = words?.[problem]
  if (text) return text.replace('{max}', leadFields[name].limit.toLocaleString('en-US'))
  return problem === 'badCharacters' ? estimateErrors.badCharacters : estimateErrors.unreadable
}

/** The problems of a schema in the visitor's words, by field; returns any other error as it is. */
export function explainRefusal(error: unknown): unknown {
  if (!hasZodFastifySchemaValidationErrors(error)) return error
  const fields: Record<string, string> = {}
  for (const { instancePath, message } of error.validation) {
    const name = instancePath.split('/')[1]
    if (name && message) {
      fields[name] ??= describeProblem(name as LeadFieldName, message as FieldProblem)
    }
  }
  const [first, ...others] = Object.values(fields)
  if (first === undefined) return new AppError('invalid_request', estimateErrors.unreadable)
  const summary = others.length === 0 ? first : estimateErrors.summary
  return new AppError('invalid_request', summary, { fields })
}

/** The typed values, to be shown again. A value that is not text was not typed into our form. */
export function typedValues(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
