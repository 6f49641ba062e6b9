import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody, ErrorCode } from '#/contracts/errors.ts'
import { isDatabaseAway } from '../db/failures.ts'

/** The HTTP status of each code. */
export const statusOf: Record<ErrorCode, number> = {
  invalid_request: 400,
  not_signed_in: 401,
  not_allowed: 403,
  second_factor_needed: 403,
  proof_needed: 403,
  not_found: 404,
  conflict: 409,
  wrong_host: 421,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
}

type Details = {
  /** What is wrong, by the field's name. */
  fields?: Record<string, string>
  /** The HTTP status where it is not the code's usual one. */
  status?: number
  /** When another try may succeed. */
  retryAfterSeconds?: number
}

/** An expected failure. The message is for the person who made the request. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  get status(): number {
    return this.details.status ?? statusOf[this.code]
  }
}

/** The failure of one field of a form, beside which its message is shown. */
export const fieldError = (field: string, message: string, code: ErrorCode = 'invalid_request') =>
  new AppError(code, message, { fields: { [field]: message } })

/** The database cannot be asked right now. */
export function unavailable(): AppError {
  return new AppError(
    'unavailable',
    'We can’t reach our records right now. Please try again in a moment.',
    { retryAfterSeconds: 5 },
  )
}

/** A refusal of Fastify or a plugin keeps its status, in our words. */
function fromFastify(error: FastifyError): AppError | undefined {
  const { statusCode: status = 500 } = error
  if (status < 400 || status > 499) return undefined
  switch (status) {
    case 413:
      return new AppError('too_large', 'That’s more than we can take at once. Please shorten it.')
    case 415:
      return new AppError('unsupported_media_type', 'Send the request as JSON or as a form.')
    case 403:
    case 404:
      return new AppError('not_found', 'There’s nothing at this address.', { status })
    default:
      return new AppError(
        'invalid_request',
        'The request couldn’t be read. Its address, headers or body aren’t in the expected format.',
        { status },
      )
  }
}

/** What people type has words of ours in its schema; what only a program sends has those of zod. */
function fromValidation(error: unknown): AppError | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const fields: Record<string, string> = {}
  for (const issue of error.validation) {
    const field = issue.instancePath.split('/')[1]
    if (field) fields[field] ??= issue.message ?? ''
  }
  const first = Object.values(fields)[0]
  return new AppError('invalid_request', first ?? 'The request isn’t in the expected format.', {
    fields,
  })
}

/** Any thrown value as an AppError; an unexpected one is `internal`. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error)) return unavailable()
  return (
    fromValidation(error) ??
    fromFastify(error as FastifyError) ??
    new AppError('internal', 'Something went wrong on our end. Please try again.')
  )
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { fields } = error.details
  return {
    message: error.message,
    code: error.code,
    ...(fields && { fields }),
    requestId,
  }
}

/** Sets the status and headers of an error response, and logs what is our fault. */
export function prepareErrorReply(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const appError = toAppError(error)
  // An intended refusal with 503 is no fault, and its request is in the log.
  if (appError.code === 'internal') request.log.error({ err: error }, 'request failed')
  else if (isDatabaseAway(error)) request.log.warn({ err: error }, 'request failed')
  const { retryAfterSeconds } = appError.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds))
  // Closed now, the connection would take the response with it from a proxy that still sends the body.
  if (appError.code === 'too_large') reply.removeHeader('connection')
  reply.code(appError.status)
  return appError
}

/** The error handler of the whole server: JSON for every failure. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const appError = prepareErrorReply(error, request, reply)
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(appError, request.id)))
}
