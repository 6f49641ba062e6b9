const formType = 'application/x-www-form-urlencoded'

/** The request with which a browser without JavaScript sends a form. */
export const formPost = (
  url: string,
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
) => ({
  method: 'POST' as const,
  url,
  headers: { 'content-type': formType, ...headers },
  payload: new URLSearchParams(fields as Record<string, string>).toString(),
})
