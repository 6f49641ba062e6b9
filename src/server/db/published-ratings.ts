import { and, count, eq, isNotNull } from 'drizzle-orm'
import type { Database } from './database.ts'
import { leads, ratings } from './tables/schema.ts'

/** Whether a rating is on the site, in a query of ratings and their leads. */
export const isPublished = and(isNotNull(ratings.publishedAt), eq(leads.isQuarantined, false))

/** How many ratings are published, shown or not. */
export async function countPublished(db: Database): Promise<number> {
  const [row] = await db
    .select({ published: count() })
    .from(ratings)
    .innerJoin(leads, eq(leads.id, ratings.leadId))
    .where(isPublished)
  return row?.published ?? 0
}
