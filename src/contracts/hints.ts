import { z } from 'zod'

/**
 * Text that comes with a request and is good to know, but must never cost it: what is no text is left
 * out, what is too long is cut, and what the database would refuse is taken out.
 */
export function hint(longest: number) {
  return z
    .string()
    .transform((value) =>
      value
        .slice(0, longest)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
        .trim(),
    )
    .pipe(z.string().min(1))
    .optional()
    .catch(undefined)
}
