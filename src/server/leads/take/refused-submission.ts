import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { estimateErrors } from '#/content/estimate-errors.ts'
import { type LeadFieldName, leadFields } from '#/contracts/leads/lead-fields.ts'
import type { FieldProblem } from '#/contracts/leads/leads.ts'
import { AppError } from '#/server/http/errors.ts'

/** The visitor's words for a problem of one field. */
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
