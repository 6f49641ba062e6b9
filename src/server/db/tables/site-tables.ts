import { doublePrecision, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { SeoFields } from '#/contracts/seo/seo.ts'
import { identity, instant } from './columns.ts'

/** The owner's metadata of a page. '' means that the built-in value is used. */
export const seoRecords = pgTable('seo_records', {
  pagePath: text('page_path').primaryKey(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  keywords: text('keywords').notNull(),
  ogImage: text('og_image').notNull(),
  canonicalUrl: text('canonical_url').notNull(),
  structuredData: text('structured_data').notNull(),
  structuredDataMode: text('structured_data_mode', { enum: ['replace', 'add'] }).notNull(),
  h1Text: text('h1_text').notNull(),
  imageAltTexts: text('image_alt_texts').notNull(),
  /** The version of the page's newest revision. */
  version: integer('version').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** Every change of a page's SEO record; deleting the record is a change too. */
export const seoRevisions = pgTable(
  'seo_revisions',
  {
    id: identity(),
    pagePath: text('page_path').notNull(),
    /** Counts the changes of a page from 1. */
    version: integer('version').notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    /** The user in words, because the row outlives the account. */
    changedBy: text('changed_by').notNull(),
    /** The record after the change; null for a deletion. */
    fields: jsonb('fields').$type<SeoFields>(),
  },
  (table) => [unique('seo_revisions_version').on(table.pagePath, table.version)],
)

/** Secrets that every process of one installation shares, made at the first start. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/**
 * How much of the limit of a key is used up. The migration makes this table UNLOGGED: counting
 * costs no sync to disk. A crash empties it, which does no harm.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    /** The time in which all uses of a key come back. */
    seconds: doublePrecision('seconds').notNull(),
    /** When all of them are back. */
    expire: instant('expire').notNull(),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
)

/** Work that only one process may do at a time, while it is done. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  /** A random text of the claim. */
  holder: text('holder').notNull(),
  endsAt: instant('ends_at').notNull(),
})
