/**
 * The service ids and the ordered lists over them. The words for each id stand in `content/services.ts`.
 * The lists differ on purpose: each is what one part of the site shows.
 */

/** Services with a page of their own at `/services/{id}`. */
export const detailServiceIds = [
  'residential-hvac',
  'commercial-hvac',
  'ac-repair',
  'hvac-inspections',
  'energy-efficiency',
  'drain-cleaning',
  'water-heaters',
  'emergency-hvac',
  'duct-cleaning',
  'heating-systems',
] as const

export type DetailServiceId = (typeof detailServiceIds)[number]

/** The seven cards on the home page and the services overview. */
export const cardServiceIds = [
  'residential-hvac',
  'commercial-hvac',
  'ac-repair',
  'heating-systems',
  'emergency-hvac',
  'duct-cleaning',
  'hvac-inspections',
] as const satisfies readonly DetailServiceId[]

export type CardServiceId = (typeof cardServiceIds)[number]

/** The services of the estimate form, before `not-sure`; also the service pages listed on `/sitemap`. */
export const choiceServiceIds = [
  'residential-hvac',
  'commercial-hvac',
  'ac-repair',
  'hvac-inspections',
  'energy-efficiency',
  'duct-cleaning',
  'heating-systems',
  'emergency-hvac',
] as const satisfies readonly DetailServiceId[]

/** Shown first, notified first. */
export const urgentServiceId = 'emergency-hvac' satisfies DetailServiceId

/** Every value that the form's Service Needed field accepts. */
export const serviceChoices = [...choiceServiceIds, 'not-sure'] as const

/** The choice of a visitor who does not know what they need. */
export const unsureServiceId = 'not-sure' satisfies (typeof serviceChoices)[number]
