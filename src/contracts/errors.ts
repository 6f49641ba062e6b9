/** The stable codes of the API's errors. A client may branch on these; the message is for people. */
export const errorCodes = [
  'invalid_request',
  'not_signed_in',
  'not_allowed',
  'second_factor_needed',
  'proof_needed',
  'not_found',
  'conflict',
  'wrong_host',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'unavailable',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** The body of every error. `fields` maps a field's name to what is wrong with it. */
export type ErrorBody = {
  message: string
  code: ErrorCode
  fields?: Record<string, string> | undefined
  requestId: string
}
