import type { ErrorBody, ErrorCode } from '#/contracts/errors.ts'

/** An answer that is not 2xx. `message` is for the console, `reason` (the server's text) for people. */
export class RequestError extends Error {
  readonly status: number
  readonly statusText: string
  readonly reason: string | undefined
  readonly code: ErrorCode | undefined
  readonly fields: Record<string, string>
  /** The newest version, where the change was made on an older one. */
  readonly version: number | undefined

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText || statusText}`)
    this.status = status
    this.statusText = statusText
    const body = parseErrorBody(bodyText)
    this.reason = body?.message
    this.code = body?.code
    this.fields = body?.fields ?? {}
    this.version = body?.version
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

/** `body` is sent as JSON; `apiBaseUrl` is put before the path. */
export type RequestOptions = { body?: unknown; apiBaseUrl?: string; signal?: AbortSignal }

/** Calls the API with cookies, and with JSON when there is a body. Throws a RequestError. */
export async function request<Answer>(
  method: string,
  path: string,
  { body, apiBaseUrl = '', signal }: RequestOptions = {},
): Promise<Answer> {
  const response = await fetch(`${apiBaseUrl}${path}`, {
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
