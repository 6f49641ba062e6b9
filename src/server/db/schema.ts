import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { attemptOutcomes, deliveryChannels, deliveryStates } from '#/contracts/deliveries.ts'
import type { SeoFields } from '#/contracts/seo.ts'
import { createdAt, identity, instant } from './columns.ts'
import { leads } from './lead-tables.ts'

export * from './lead-tables.ts'

/** Who is told of new leads by mail. */
export const notificationRecipients = pgTable(
  'notification_recipients',
  {
    id: identity(),
    email: text('email').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('notification_recipients_email').on(sql`lower(${table.email})`)],
)

/** Addresses that are told of each lead by a signed call. */
export const webhooks = pgTable('webhooks', {
  id: identity(),
  url: text('url').notNull().unique(),
  /** The key that signs each call, as `whsec_…`. */
  secret: text('secret').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
})

/** What the mails say of where leads come from: one row at most. */
export const leadSourceSettings = pgTable(
  'lead_source_settings',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    message: text('message').notNull(),
  },
  (table) => [check('lead_source_settings_one_row', sql`${table.isOnly}`)],
)

/** One notification of one lead on one way out, from the moment the lead is stored. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: identity(),
    leadId: bigint('lead_id', { mode: 'number' })
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    channel: text('channel', { enum: deliveryChannels }).notNull(),
    /** Whom a mail is for; null once that recipient is removed. */
    recipientId: bigint('recipient_id', { mode: 'number' }).references(
      () => notificationRecipients.id,
      { onDelete: 'set null' },
    ),
    /** Which webhook is called; null once that is removed. */
    webhookId: bigint('webhook_id', { mode: 'number' }).references(() => webhooks.id, {
      onDelete: 'set null',
    }),
    /** The address when it was queued: the record outlives the recipient. */
    target: text('target').notNull(),
    /** A hash of the visitor's address, for a confirmation: so many for one client. */
    clientHash: text('client_hash'),
    state: text('state', { enum: deliveryStates }).notNull().default('pending'),
    /** Not to be tried before. While a process tries it, the end of that process's lease. */
    dueAt: instant('due_at').notNull().defaultNow(),
    /** Who tries it now: only the holder of the token may store the outcome. */
    claimToken: text('claim_token'),
    /** Tries since it was queued, counted as they begin, so that one that kills its process counts. */
    attempts: integer('attempts').notNull().default(0),
    /** When it was queued, or queued again. */
    queuedAt: instant('queued_at').notNull().defaultNow(),
    /** When the log reported it as overdue. */
    reportedOverdueAt: instant('reported_overdue_at'),
    sentAt: instant('sent_at'),
    /** Why the last try failed, as a sentence for the owner. */
    problem: text('problem'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('deliveries_once').on(table.leadId, table.recipientId),
    unique('deliveries_webhook_once').on(table.leadId, table.webhookId),
    uniqueIndex('deliveries_confirmation_once')
      .on(table.leadId)
      .where(sql`${table.channel} = 'confirmation'`),
    index('deliveries_due').on(table.channel, table.dueAt).where(sql`${table.state} = 'pending'`),
    index('deliveries_failed').on(table.queuedAt).where(sql`${table.state} = 'failed'`),
    index('deliveries_confirmations')
      .on(table.createdAt)
      .where(sql`${table.channel} = 'confirmation'`),
    index('deliveries_recipient').on(table.recipientId),
    index('deliveries_webhook').on(table.webhookId),
  ],
)

/** What the owner tells search engines of a page, in place of the built-in values. '' is built in. */
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
  /** That of the newest revision of the page. */
  version: integer('version').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** Every change of a page's record, also its deletion. */
export const seoRevisions = pgTable(
  'seo_revisions',
  {
    id: identity(),
    pagePath: text('page_path').notNull(),
    /** Counts the changes of a page from 1. */
    version: integer('version').notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    /** The email address of who did it, which outlives the account. */
    changedBy: text('changed_by').notNull(),
    /** What the record held afterwards; null for a deletion. */
    fields: jsonb('fields').$type<SeoFields>(),
  },
  (table) => [unique('seo_revisions_version').on(table.pagePath, table.version)],
)

/** What happened at each try of a delivery. */
export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    id: identity(),
    deliveryId: bigint('delivery_id', { mode: 'number' })
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    outcome: text('outcome', { enum: attemptOutcomes }).notNull(),
    /** What the other side said, cut to a sane length. */
    answer: text('answer'),
  },
  (table) => [index('delivery_attempts_delivery').on(table.deliveryId, table.id.desc())],
)

/** People who may sign in. The columns of this and the next three tables are better-auth's. */
export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  role: text('role', { enum: ['admin', 'editor'] }).notNull(),
  createdAt: createdAt(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** Signed-in browsers. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** How a person proves who they are: here a password hash. */
export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('accounts_user').on(table.userId)],
)

/** Codes that better-auth sends by mail. None is sent here, but it insists on the table. */
export const verifications = pgTable('verifications', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: createdAt(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** One-time links that make the first admin. Only a hash of the token is kept. */
export const setupLinks = pgTable('setup_links', {
  /** SHA-256 of the token, in hexadecimal. */
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})

/** Secrets that every process of one installation shares, made at the first start. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/**
 * How often keys were used in the window that ends at `expire`. The migration makes this table
 * UNLOGGED: counting costs no sync to disk, and a crash merely forgets the counts.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: instant('expire'),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
)
