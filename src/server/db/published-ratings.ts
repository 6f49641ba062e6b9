import { and, count, eq, isNotNull } from 'drizzle-orm'
import type { Database } from './database.ts'
import { readSetting } from './settings.ts'
import { leads, ratings } from './tables/schema.ts'

/** Whether a rating is on the site, in a query of ratings and their leads. */
export const isPublished = and(isNotNull(ratings.publishedAt), eq(leads.isQuarantined, false))

/** How many reviews of customers are published, shown or not: ratings, and those from elsewhere. */
export async function countPublished(db: Database): Promise<number> {
  const [row] = await db
    .select({ published: count() })
    .from(ratings)
    .innerJoin(leads, eq(leads.id, ratings.leadId))
    .where(isPublished)
  return (row?.published ?? 0) + (await readSetting(db, 'ownReviews')).length
}
