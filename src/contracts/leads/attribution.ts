import { z } from 'zod'

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
  gad_source: text,
  fbclid: text,
  msclkid: text,
})

export type Attribution = z.infer<typeof attributionSchema>
