import { choiceServiceIds, urgentServiceId } from '../site/services.ts'

/**
 * The services that a contractor can do. An emergency is not one of them: it goes to those who
 * answer emergencies around the clock, whatever else they do.
 */
export const contractorServiceIds = choiceServiceIds.filter((id) => id !== urgentServiceId)

export type ContractorService = Exclude<(typeof choiceServiceIds)[number], typeof urgentServiceId>

/** The longest text of each field in UTF-16 code units, and the most of what is counted. */
export const contractorLimits = {
  companyName: 120,
  contactName: 120,
  notes: 5_000,
  offersAWeek: 999,
  openOffers: 99,
} as const

/** Unanswered offers at the same time, of a contractor for whom the owner says nothing else. */
export const usualOpenOffers = 3

/** In a contractor's figures count offers and jobs of the last N days. */
export const recordDays = 90

/** The most offers of one list of a contractor's page. */
export const mostListed = 100
