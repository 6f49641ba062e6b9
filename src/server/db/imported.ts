import { sql } from 'drizzle-orm'

/**
 * Of `leads`: it came here, and is none of the earlier requests that version 1.0.0 let the owner import,
 * of which nothing says how soon they were answered. A visitor's link can name any source, but nobody
 * has entered their request.
 */
export const cameHere = sql`not (source = 'import' and entered_by is not null)`
