/** A rating as the visitor's page and the back office show it. Times are ISO 8601 in UTC. */
export type Rating = {
  leadId: number
  hasCome: boolean
  /** One to five; null where nobody came. */
  stars: number | null
  text: string
  mayPublish: boolean
  /** The name and town to be shown; null without a yes to publishing. */
  shownName: string | null
  shownTown: string | null
  ratedAt: string
  /** Goes up each time the visitor sends it. */
  version: number
  /** On the site since then; null where it is not. */
  publishedAt: string | null
}

export type ListedRating = Rating & {
  leadName: string
  /** The label of the service. */
  service: string
  isQuarantined: boolean
  /** Who has the lead, or has done it; null where no contractor does. */
  companyName: string | null
  /** Null also for one who is no longer on the list. */
  contractorId: number | null
}

/** A published rating, as the home page shows it. */
export type Review = {
  name: string
  location: string
  rating: number
  text: string
  service: string
  /** A month and a year as shown. */
  date: string
  /** The platform that has it; absent for one of our own. */
  source?: 'google' | 'facebook' | 'yelp' | undefined
}
