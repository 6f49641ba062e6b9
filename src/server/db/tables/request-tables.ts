import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { boolean, check, customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, identity, instant } from './columns.ts'
import { leadId, leads } from './lead-tables.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Photographs of requests, as JPEG. The compressed bytes are stored as they are, out of line. */
export const leadPhotos = pgTable(
  'lead_photos',
  {
    id: identity(),
    leadId: leadId(),
    image: bytes('image').notNull(),
    thumbnail: bytes('thumbnail').notNull(),
    /** In pixels. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('lead_photos_lead').on(table.leadId)],
)

/** What visitors say of how it went: one of a lead at most. */
export const ratings = pgTable(
  'ratings',
  {
    leadId: leadId().primaryKey(),
    hasCome: boolean('has_come').notNull(),
    /** One to five; null where nobody came. */
    stars: integer('stars'),
    text: text('text').notNull(),
    /** The visitor's yes to being shown with exactly this name and this town. */
    mayPublish: boolean('may_publish').notNull(),
    shownName: text('shown_name'),
    shownTown: text('shown_town'),
    ratedAt: instant('rated_at').notNull(),
    /** Counts what the visitor has sent: the owner publishes only what they have seen. */
    version: integer('version').notNull().default(1),
    /** On the site since then. */
    publishedAt: instant('published_at'),
  },
  (table) => [
    check('ratings_stars', sql`${table.stars} between 1 and 5`),
    check(
      'ratings_shown_as_agreed',
      sql`not ${table.mayPublish} or (${table.text} <> '' and ${table.shownName} <> '' and ${table.shownName} is not null and ${table.shownTown} is not null)`,
    ),
    // Whatever the code does, no rating is published without the visitor's yes.
    check('ratings_published_with_yes', sql`${table.publishedAt} is null or ${table.mayPublish}`),
    index('ratings_by_age').on(table.ratedAt),
    index('ratings_published').on(table.publishedAt).where(sql`${table.publishedAt} is not null`),
  ],
)

/** Whether a rating is on the site, in a query of ratings and their leads. */
export const isPublished = and(isNotNull(ratings.publishedAt), eq(leads.isQuarantined, false))
