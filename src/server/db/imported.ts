import { sql } from 'drizzle-orm'

/** The source of requests that the owner has imported, which came before this product or beside it. */
export const importSource = 'import'

/**
 * Of `leads`: it came here, so that how it was answered says something of this site. A visitor's link
 * can name any source, but nobody has entered their request.
 */
export const cameHere = sql`not (source = ${importSource} and entered_by is not null)`
