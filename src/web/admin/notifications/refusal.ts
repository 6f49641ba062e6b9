import { RequestError } from '../../request.ts'

/** Why the value of a field was not taken, in words for the person who typed it. */
export function refusalOf(error: unknown, fieldName: string): string {
  if (!(error instanceof RequestError)) {
    return 'The server cannot be reached. Check your connection and try again.'
  }
  return error.fields[fieldName] ?? error.reason ?? 'Something went wrong. Please try again.'
}
