import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { papers } from '#/contracts/referrals/contractor-standing.ts'
import type { ContractorService } from '#/contracts/referrals/contractors.ts'
import {
  declineReasons,
  lostReasons,
  offerStates,
  outcomes,
} from '#/contracts/referrals/offer-states.ts'
import type { TownName } from '#/contracts/referrals/towns.ts'
import { createdAt, identity, instant } from './columns.ts'
import { allLeads, leadId } from './lead-tables.ts'

/** The companies that leads are offered to. Days are those of the business's time zone. */
export const contractors = pgTable(
  'contractors',
  {
    id: identity(),
    companyName: text('company_name').notNull(),
    contactName: text('contact_name').notNull(),
    email: text('email').notNull(),
    /** Ten digits. */
    phone: text('phone').notNull(),
    /** Letters and digits, in capitals. */
    licenseNumber: text('license_number').notNull(),
    /** The last day on which the license counts. */
    licenseExpiresOn: date('license_expires_on', { mode: 'string' }).notNull(),
    /** The last day on which the insurance counts. */
    insuranceExpiresOn: date('insurance_expires_on', { mode: 'string' }).notNull(),
    services: text('services').array().$type<ContractorService[]>().notNull(),
    towns: text('towns').array().$type<TownName[]>().notNull(),
    /** Around the clock. */
    answersEmergencies: boolean('answers_emergencies').notNull(),
    /** In any seven days; null for no limit. */
    mostOffersAWeek: integer('most_offers_a_week'),
    /** The first day on which they get offers again. */
    pausedUntil: date('paused_until', { mode: 'string' }),
    notes: text('notes').notNull().default(''),
    /** Counts the changes. A change names the version on which it was made. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    /** When the owner removed it. The row stays, because its offers name it. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    uniqueIndex('contractors_license_number')
      .on(table.licenseNumber)
      .where(sql`${table.removedAt} is null`),
  ],
)

/** Which lapses of papers the owner was told of by mail. */
export const lapseNotices = pgTable(
  'lapse_notices',
  {
    contractorId: bigint('contractor_id', { mode: 'number' })
      .notNull()
      .references(() => contractors.id, { onDelete: 'cascade' }),
    paper: text('paper', { enum: papers }).notNull(),
    expiresOn: date('expires_on', { mode: 'string' }).notNull(),
    toldAt: instant('told_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.paper, table.expiresOn] })],
)

/**
 * What has become of a lead. A lead without a row is open, and the server does not offer it. A
 * transaction that changes this row or the offers of a lead first locks the row of the lead.
 */
export const referrals = pgTable(
  'referrals',
  {
    leadId: bigint('lead_id', { mode: 'number' })
      .primaryKey()
      .references(() => allLeads.id, { onDelete: 'cascade' }),
    outcome: text('outcome', { enum: outcomes }).notNull().default('open'),
    lostReason: text('lost_reason', { enum: lostReasons }),
    /** The server offers it to one contractor after another until one accepts. */
    isAutomatic: boolean('is_automatic').notNull().default(false),
    /** When the server found no contractor left to ask; null once it is offered again. */
    ranOutAt: instant('ran_out_at'),
    /** When the outcome last changed; null if it never did. */
    outcomeAt: instant('outcome_at'),
  },
  (table) => [
    // Finds leads whose visitors are to be asked how it went.
    index('referrals_outcome_at')
      .on(table.outcomeAt)
      .where(sql`${table.outcome} in ('matched', 'done')`),
    index('referrals_automatic').on(table.leadId).where(sql`${table.isAutomatic}`),
    index('referrals_ran_out')
      .on(table.ranOutAt)
      .where(sql`${table.ranOutAt} is not null and ${table.outcome} = 'open'`),
  ],
)

/** Leads that were offered to contractors. */
export const offers = pgTable(
  'offers',
  {
    id: identity(),
    leadId: leadId(),
    contractorId: bigint('contractor_id', { mode: 'number' })
      .notNull()
      .references(() => contractors.id),
    state: text('state', { enum: offerStates }).notNull().default('open'),
    offeredAt: instant('offered_at').notNull().defaultNow(),
    /** It cannot be accepted later. */
    expiresAt: instant('expires_at').notNull(),
    /** When the contractor said yes or no. */
    answeredAt: instant('answered_at'),
    declineReason: text('decline_reason', { enum: declineReasons }),
    /** When the contractor will call the visitor. */
    callAt: instant('call_at'),
    /** The email of the user who offered it; null where the server did. */
    offeredBy: text('offered_by'),
  },
  (table) => [
    // Whatever happens at once, one contractor wins.
    uniqueIndex('offers_one_accepted').on(table.leadId).where(sql`${table.state} = 'accepted'`),
    uniqueIndex('offers_open_once')
      .on(table.leadId, table.contractorId)
      .where(sql`${table.state} = 'open'`),
    index('offers_lead').on(table.leadId),
    index('offers_expiry').on(table.expiresAt).where(sql`${table.state} = 'open'`),
    index('offers_contractor').on(table.contractorId, table.offeredAt),
    // For the ranking, which reads offers of the last months.
    index('offers_offered_at').on(table.offeredAt),
  ],
)

/** The links to the page of an offer. Only the newest are valid; older ones are deleted. */
export const offerLinks = pgTable(
  'offer_links',
  {
    /** SHA-256 of the token in the link, in base64url. */
    tokenHash: text('token_hash').primaryKey(),
    offerId: bigint('offer_id', { mode: 'number' })
      .notNull()
      .references(() => offers.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('offer_links_offer').on(table.offerId)],
)

/** How leads are offered: one row at most. */
export const offerSettings = pgTable(
  'offer_settings',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** The server offers each new lead by itself. */
    isAutomatic: boolean('is_automatic').notNull().default(false),
  },
  (table) => [check('offer_settings_one_row', sql`${table.isOnly}`)],
)
