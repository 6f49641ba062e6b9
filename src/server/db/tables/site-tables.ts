import { date, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { Backup } from '#/contracts/health/backups.ts'
import type { SeoFields } from '#/contracts/seo/seo.ts'
import { identity, instant, number } from './columns.ts'

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

/**
 * What is decided in the office, a row for each. What has no row has its usual value: `db/settings.ts` knows
 * both.
 */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
})

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
    /** When all of them are back. */
    expire: instant('expire').notNull(),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
)

/** The scheduled backups, a row for each time of the schedule. No backup holds this table itself. */
export const backups = pgTable('backups', {
  /** The time of the schedule: the process that inserts its row first makes the backup. */
  dueAt: instant('due_at').primaryKey(),
  state: text('state').$type<Backup['state']>().notNull().default('running'),
  attempts: integer('attempts').notNull().default(1),
  /** The machine whose disk has the file. */
  host: text('host').notNull(),
  startedAt: instant('started_at').notNull().defaultNow(),
  finishedAt: instant('finished_at'),
  /** The name of the file in BACKUP_DIR. */
  file: text('file'),
  bytes: number('bytes'),
  leads: integer('leads'),
  /** What went wrong, as a sentence for the owner. */
  problem: text('problem'),
})

/**
 * How often the phone number was tapped: by day of the business's time zone and source of the visit.
 * Nothing in it is of a single visitor.
 */
export const phoneTaps = pgTable(
  'phone_taps',
  {
    day: date('day', { mode: 'string' }).notNull(),
    source: text('source').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.source] })],
)
