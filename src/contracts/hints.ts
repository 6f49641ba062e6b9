import { z } from 'zod'

/** Text that can be stored: cut, one line, and without what the database would refuse. */
export function cleanHint(value: string, longest: number): string | undefined {
  const cut = value.slice(0, longest).toWellFormed()
  return cut.replace(/\p{Cc}/gu, ' ').trim() || undefined
}

/**
 * Text that comes with a request and is good to know, but must never cost it: what is no text is left
 * out, and the rest is cleaned.
 */
export function hint(longest: number) {
  return z
    .string()
    .transform((value) => cleanHint(value, longest))
    .optional()
    .catch(undefined)
}
