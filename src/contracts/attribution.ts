import { z } from 'zod'

const longestText = 500

/** Anything that is not a text of a sensible length is left out: it must never cost a request. */
const hint = z
  .string()
  .transform((value) => value.trim().slice(0, longestText))
  .pipe(z.string().min(1))
  .optional()
  .catch(undefined)

/** The click ids that advertising networks add to an address. */
export const clickIdNames = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid'] as const

/** The campaign parameters that an advertiser adds to an address. */
export const utmNames = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

/**
 * How a visit came about, as first seen in it: the path and query of the landing page, the referrer's
 * address, the campaign parameters and the click ids.
 */
export const attributionSchema = z.object({
  landingPage: hint,
  referrer: hint,
  utm_source: hint,
  utm_medium: hint,
  utm_campaign: hint,
  utm_term: hint,
  utm_content: hint,
  gclid: hint,
  gbraid: hint,
  wbraid: hint,
  fbclid: hint,
  msclkid: hint,
})

/** How a visit came about, as far as it is known. */
export type Attribution = z.infer<typeof attributionSchema>
