import { z } from 'zod'

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

const text = z.string().optional()

/**
 * How a visit came about, as first seen in it: the path and query of the landing page, the referrer's
 * address, the campaign parameters and the click ids.
 */
export const attributionSchema = z.object({
  landingPage: text,
  referrer: text,
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  utm_term: text,
  utm_content: text,
  gclid: text,
  gbraid: text,
  wbraid: text,
  fbclid: text,
  msclkid: text,
})

export type Attribution = z.infer<typeof attributionSchema>
