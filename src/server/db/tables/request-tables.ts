import { sql } from 'drizzle-orm'
import { boolean, check, customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { additionKinds } from '#/contracts/referrals/requests.ts'
import type { TownName } from '#/contracts/referrals/towns.ts'
import { createdAt, identity } from './columns.ts'
import { leadId } from './lead-tables.ts'

/** The links to the request page of a lead. Only the newest are valid; older ones are deleted. */
export const requestLinks = pgTable(
  'request_links',
  {
    /** SHA-256 of the token in the link, in base64url. */
    tokenHash: text('token_hash').primaryKey(),
    leadId: leadId(),
    createdAt: createdAt(),
  },
  (table) => [index('request_links_lead').on(table.leadId)],
)

/**
 * What visitors add to their requests, a row each: of a place and a time to call the newest counts.
 */
export const requestAdditions = pgTable(
  'request_additions',
  {
    id: identity(),
    leadId: leadId(),
    kind: text('kind', { enum: additionKinds }).notNull(),
    /** Of a place. */
    town: text('town').$type<TownName>(),
    zip: text('zip'),
    address: text('address'),
    /** Of a time to call, and of further words. */
    text: text('text'),
    createdAt: createdAt(),
  },
  (table) => [index('request_additions_lead').on(table.leadId)],
)

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

/** Whether visitors are sent mails: one row at most; without a row they are not. */
export const visitorMailSettings = pgTable(
  'visitor_mail_settings',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** All of them. The column has the name of the first of these mails. */
    sendsMails: boolean('sends_received').notNull().default(false),
  },
  (table) => [check('visitor_mail_settings_one_row', sql`${table.isOnly}`)],
)
