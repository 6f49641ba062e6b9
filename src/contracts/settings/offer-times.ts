// Apart from the schema that uses it: the browser needs these words, and not zod.

/** How long a contractor has to answer an offer, and how many are asked at once in an emergency. */
export type OfferTimes = {
  openingHours: number
  /** By the clock. */
  emergencyMinutes: number
  askedInEmergency: number
}

/** The least and the most of each. */
export const offerTimeLimits: Record<keyof OfferTimes, readonly [number, number]> = {
  openingHours: [1, 24],
  emergencyMinutes: [5, 120],
  askedInEmergency: [1, 5],
}
