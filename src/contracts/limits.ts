/** The most leads of one page, and how many a page has by default. */
export const pageLimits = { default: 100, max: 1000 } as const

/** A page of a list; its cursor is null on the last one. */
export type Page<Row> = { data: Row[]; nextCursor: string | null }

export const longestSearch = 200

/** A search is counted no further than this. */
export const countFloor = 1_000

/** In UTF-16 code units. */
export const noteLimit = 5_000

/** The longest reason of a reminder, in characters. */
export const reminderLimit = 200

/** The longest line of a rating, and the longest name under which it is published. */
export const ratingTextLimit = 200
export const shownNameLimit = 40

/** The most ratings in the list, newest first. */
export const longestRatingList = 200

/**
 * The orders of the list: by the time of arrival, so that each end of it is one page away; `waiting`,
 * what waits for the owner first, emergencies first among it, and each part with the oldest first.
 */
export const leadOrders = ['newest', 'oldest', 'waiting'] as const

export type LeadOrder = (typeof leadOrders)[number]

/** How many leads can be selected at once. */
export const mostAtOnce = 100

/** In days. */
export const retentionLimits = { min: 30, max: 3650 } as const

/** In characters. */
export const passwordLimits = { min: 12, max: 128 } as const

/** An editor writes page metadata, an admin works the leads too. */
export const roles = ['admin', 'editor'] as const

export type Role = (typeof roles)[number]

/** The periods whose results the owner can read, in days up to and with today. */
export const resultPeriods = [7, 30, 90, 365] as const

/** The longest name of the business: it stands in each page's title and in the subjects of mails. */
export const longestBusinessName = 60

/** The longest name of a day on which the business is closed. */
export const longestHolidayName = 60

/**
 * How a connection to a mail server is encrypted: from its first byte, from STARTTLS on, or not at all,
 * which is for a server on the same machine.
 */
export const mailSecurities = ['tls', 'starttls', 'none'] as const

export type MailSecurity = (typeof mailSecurities)[number]

/** The largest file that an import takes, in characters. */
export const longestImport = 1_000_000
