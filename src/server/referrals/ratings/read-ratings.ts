import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { mostReviews } from '#/content/testimonials.ts'
import { longestRatingList } from '#/contracts/limits.ts'
import type { ListedRating, Rating, Review } from '#/contracts/referrals/ratings.ts'
import { unsureServiceId } from '#/contracts/site/services.ts'
import type { Database } from '#/server/db/database.ts'
import { readSetting } from '#/server/db/settings.ts'
import { contractors, isPublished, leads, offers, ratings } from '#/server/db/tables/schema.ts'

const toRating = ({ ratedAt, publishedAt, ...row }: typeof ratings.$inferSelect): Rating => ({
  ...row,
  ratedAt: ratedAt.toISOString(),
  publishedAt: publishedAt?.toISOString() ?? null,
})

/** What the visitor of a lead says of how it went; null while they have said nothing. */
export async function readRating(db: Database, leadId: number): Promise<Rating | null> {
  const [row] = await db.select().from(ratings).where(eq(ratings.leadId, leadId))
  return row ? toRating(row) : null
}

/** The latest ratings, newest first. */
export async function listRatings(db: Database): Promise<ListedRating[]> {
  const rows = await db
    .select({
      rating: ratings,
      leadName: leads.name,
      service: leads.service,
      isQuarantined: leads.isQuarantined,
      companyName: contractors.companyName,
      contractorId: contractors.id,
      removedAt: contractors.removedAt,
    })
    .from(ratings)
    .innerJoin(leads, eq(leads.id, ratings.leadId))
    .leftJoin(
      offers,
      and(
        eq(offers.leadId, leads.id),
        inArray(offers.state, ['accepted', 'ended']),
        // Whoever has it since was not rated.
        lte(offers.answeredAt, ratings.ratedAt),
      ),
    )
    .leftJoin(contractors, eq(contractors.id, offers.contractorId))
    .orderBy(desc(ratings.ratedAt), desc(ratings.leadId))
    .limit(longestRatingList)
  return rows.map(({ rating, service, contractorId, removedAt, ...lead }) => ({
    ...toRating(rating),
    ...lead,
    contractorId: removedAt ? null : contractorId,
    service: serviceLabel(service),
  }))
}

const monthOf = (time: string) =>
  new Date(time).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: business.timeZone,
  })

/** A rating as the site shows it. */
export function toReview(rating: Rating, service: string): Review {
  return {
    name: rating.shownName ?? '',
    location: `${rating.shownTown}, ${business.state.code}`,
    // Without stars nothing is shown.
    rating: rating.stars ?? 0,
    text: rating.text,
    service: service === unsureServiceId ? '' : serviceLabel(service),
    date: monthOf(rating.ratedAt),
  }
}

/** The reviews that the home page shows: ratings, those published last first, then those from elsewhere. */
export async function readReviews(db: Database): Promise<Review[]> {
  const rows = await db
    .select({ rating: ratings, service: leads.service })
    .from(ratings)
    .innerJoin(leads, eq(leads.id, ratings.leadId))
    .where(isPublished)
    .orderBy(desc(ratings.publishedAt), desc(ratings.leadId))
    .limit(mostReviews)
  const own = (await readSetting(db, 'ownReviews')).map(({ id: _, ...review }) => review)
  const published = rows.map(({ rating, service }) => toReview(toRating(rating), service))
  return [...published, ...own].slice(0, mostReviews)
}
