import type { ErrorBody, ErrorCode } from '#/contracts/errors.ts'

/** An answer that is not 2xx. `message` is for the console, `reason` (the server's text) for people. */
export class RequestError extends Error {
  readonly status: number
  readonly statusText: string
  readonly reason: string | undefined
  readonly code: ErrorCode | undefined
  readonly fields: Record<string, string>

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText || statusText}`)
    this.status = status
    this.statusText = statusText
    const body = parseErrorBody(bodyText)
    this.reason = body?.message
    this.code = body?.code
    this.fields = body?.fields ?? {}
  }
}

function parseErrorBody(text: string): Partial<ErrorBody> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text of an error for people: the server's own, or undefined if it gave none. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof RequestError ? error.reason : undefined
}

/** Where the API is: at the page's own address, until the site's configuration says another. */
let apiBaseUrl = ''

/** Has every call go to the API at this address. */
export function callApiAt(url: string): void {
  apiBaseUrl = url
}

/** Returns the address of a path of the API. */
export const apiUrl = (path: string) => `${apiBaseUrl}${path}`

/** The address that a text is; undefined where it is none. `URL.parse` is newer than browsers in use. */
export function parseAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** `body` is sent as JSON. */
export type RequestOptions = { body?: unknown; signal?: AbortSignal | undefined }

/** Calls the API with cookies, and with JSON when there is a body. Throws a RequestError. */
export async function request<Answer>(
  method: string,
  path: string,
  { body, signal }: RequestOptions = {},
): Promise<Answer> {
  const response = await fetch(apiUrl(path), {
    method,
    credentials: 'include',
    ...(signal && { signal }),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new RequestError(response.status, response.statusText, text)
  return (text ? JSON.parse(text) : undefined) as Answer
}

/** True for an answer with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof RequestError && error.status === status
}

/** True for an answer with this code. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof RequestError && error.code === code
}

/** The text for a refused form: the server's words on the field, else on the form, else our own. */
export function refusalOf(error: unknown, fieldName?: string): string {
  if (!(error instanceof RequestError)) {
    return 'We can’t reach the server. Check your connection and try again.'
  }
  const ofField = fieldName === undefined ? undefined : error.fields[fieldName]
  return ofField ?? error.reason ?? 'Something went wrong. Please try again.'
}
