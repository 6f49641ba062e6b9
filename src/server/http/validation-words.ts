import type { FastifySchemaValidationError } from 'fastify'

const typeNames: Record<string, string> = {
  boolean: 'true or false',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
}

const list = (values: unknown) => (Array.isArray(values) ? values.join(', ') : '')

/** A sentence for what is wrong with a value, where its schema has none of its own. */
function sentenceFor({ keyword, params }: FastifySchemaValidationError): string {
  const { expected, values, minimum, maximum, origin, format } = params as Record<string, unknown>
  const unit = origin === 'string' ? ' characters' : ''
  switch (keyword) {
    case 'invalid_type':
      return `This must be ${typeNames[String(expected)] ?? 'something else'}.`
    case 'invalid_value':
      return `This must be one of: ${list(values)}.`
    case 'too_small':
      return unit
        ? `This must have at least ${minimum}${unit}.`
        : `This must be at least ${minimum}.`
    case 'too_big':
      return unit ? `This must have at most ${maximum}${unit}.` : `This must be at most ${maximum}.`
    case 'invalid_format':
      return `This is not ${format === 'url' ? 'an address' : 'of the expected form'}.`
    default:
      return 'This is not of the expected form.'
  }
}

/** Zod's words for schemas that have none. */
const zodsOwnWords = /^(Invalid |Too (small|big|few|many|short|long)|Unrecognized |Expected )/

/** What is wrong with a value, as a sentence for the person who sent it. */
export function explainIssue(issue: FastifySchemaValidationError): string {
  const { message } = issue
  return message && !zodsOwnWords.test(message) ? message : sentenceFor(issue)
}
