import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { stages, waitsFor } from '#/contracts/leads/lead-stage.ts'
import type { ContractorService } from '#/contracts/referrals/contractor-limits.ts'
import type { OfferHours } from '#/contracts/referrals/offer-hours.ts'
import {
  declineReasons,
  handBackReasons,
  type OfferState,
} from '#/contracts/referrals/offer-states.ts'
import type {
  Changed,
  End,
  NewsGroup,
  Ours,
  Snooze,
  ToldContractor,
} from '#/contracts/referrals/request-facts.ts'
import { createdAt, identity, instant, instantMs, knownText, number } from './columns.ts'
import { leadId, leads } from './lead-tables.ts'

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
    towns: text('towns').array().notNull(),
    /** Around the clock. */
    answersEmergencies: boolean('answers_emergencies').notNull(),
    /** In any seven days; null for no limit. */
    mostOffersAWeek: integer('most_offers_a_week'),
    /** The first day on which they get offers again. */
    pausedUntil: date('paused_until', { mode: 'string' }),
    /** Offers that wait for their answer at the same time. */
    mostOpenOffers: integer('most_open_offers').notNull().default(3),
    /** When they want offers; null for at any time. Emergencies come around the clock to those who answer them. */
    offerHours: jsonb('offer_hours').$type<OfferHours>(),
    /** Offers before this do not count in their figures: the day on which they were added, last. */
    figuresSince: instant('figures_since').notNull().defaultNow(),
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

/** The contractor whom a row is about. */
export const contractorId = () => number('contractor_id').references(() => contractors.id)

/** Which lapses of papers the owner was told of by mail. */
export const lapseNotices = pgTable(
  'lapse_notices',
  {
    contractorId: number('contractor_id')
      .notNull()
      .references(() => contractors.id, { onDelete: 'cascade' }),
    paper: text('paper', { enum: ['license', 'insurance'] }).notNull(),
    expiresOn: date('expires_on', { mode: 'string' }).notNull(),
    toldAt: instant('told_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.paper, table.expiresOn] })],
)

/**
 * What has become of each lead: the state of `server/referrals/state.ts`, and what follows from it. Written
 * by `server/referrals/store/apply.ts` alone, in a transaction that has locked the row of the lead.
 */
export const referrals = pgTable(
  'referrals',
  {
    leadId: leadId().primaryKey(),
    end: jsonb('end').$type<End>(),
    joinedTo: number('joined_to').references(() => leads.id, { onDelete: 'set null' }),
    isParted: boolean('is_parted').notNull(),
    isAutomatic: boolean('is_automatic').notNull(),
    ours: jsonb('ours').$type<Ours>(),
    retryAt: instantMs('retry_at'),
    placeAskedAt: instantMs('place_asked_at'),
    promisedSince: instantMs('promised_since'),
    isOverdue: boolean('is_overdue').notNull(),
    snooze: jsonb('snooze').$type<Snooze>(),
    urgencyBy: text('urgency_by', { enum: ['visitor', 'user'] }),
    reopenings: integer('reopenings').notNull(),
    askedHowAt: instantMs('asked_how_at'),
    isRated: boolean('is_rated').notNull(),
    told: text('told'),
    // What follows from the state. Of a joined lead that of the one that it goes with, but for the stage.
    stage: text('stage', { enum: stages }).notNull(),
    waitsFor: text('waits_for', { enum: waitsFor }).notNull(),
    since: instantMs('since').notNull(),
    turn: integer('turn').notNull(),
    dueAt: instantMs('due_at'),
    clockSince: instantMs('clock_since'),
    /** Who has it, had it when it ended, or was asked first. */
    contractorId: contractorId(),
    /** A copy of when the lead was received, for the order of the list. */
    receivedAt: instantMs('received_at').notNull(),
  },
  (table) => [
    // Each order of the list reads one of these.
    index('referrals_turn').on(table.turn, table.receivedAt, table.leadId),
    index('referrals_stage').on(table.stage, table.receivedAt, table.leadId),
    index('referrals_contractor').on(table.contractorId, table.receivedAt, table.leadId),
    index('referrals_contractor_turn').on(
      ...[table.contractorId, table.turn, table.receivedAt, table.leadId],
    ),
    index('referrals_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('referrals_joined').on(table.joinedTo).where(sql`${table.joinedTo} is not null`),
  ],
)

/** Leads that were offered to contractors. Times are instants of the rules. */
export const offers = pgTable(
  'offers',
  {
    id: number('id').primaryKey().generatedByDefaultAsIdentity(),
    leadId: leadId(),
    contractorId: contractorId().notNull(),
    state: text('state').$type<OfferState>().notNull(),
    /** The email of the user who offered it; null where the server did. */
    by: text('offered_by'),
    offeredAt: instantMs('offered_at').notNull(),
    mailedAt: instantMs('mailed_at'),
    expiresAt: instantMs('expires_at').notNull(),
    answeredAt: instantMs('answered_at'),
    declineReason: knownText('decline_reason', declineReasons, 'other'),
    handBackReason: knownText('hand_back_reason', handBackReasons, 'other'),
    endedAt: instantMs('ended_at'),
    heldSince: instantMs('held_since'),
    saidYesLate: boolean('said_yes_late').notNull().default(false),
    callAt: instantMs('call_at'),
    callMoves: integer('call_moves').notNull().default(0),
    remindedAt: instantMs('reminded_at'),
    missedAt: instantMs('missed_at'),
    spokenAt: instantMs('spoken_at'),
    onTheWayAt: instantMs('on_the_way_at'),
    newsAt: instantMs('news_at'),
    askedForNewsAt: instantMs('asked_for_news_at'),
    changed: jsonb('changed').$type<Changed[]>().notNull().default([]),
    told: text('told').$type<ToldContractor>(),
    toldAt: instantMs('told_at'),
    /** What the work came to, in cents, as the contractor said it or the owner corrected it. */
    jobValueCents: number('job_value_cents'),
  },
  (table) => [
    // Whatever happens at once, one contractor wins.
    uniqueIndex('offers_one_accepted').on(table.leadId).where(sql`${table.state} = 'accepted'`),
    uniqueIndex('offers_open_once')
      .on(table.leadId, table.contractorId)
      .where(sql`${table.state} = 'open'`),
    index('offers_lead').on(table.leadId),
    index('offers_contractor').on(table.contractorId, table.offeredAt),
    // For the owner's list by contractor.
    index('offers_given')
      .on(table.contractorId, table.leadId)
      .where(sql`${table.state} in ('open', 'accepted', 'ended')`),
    // For the ranking, which reads offers of the last months.
    index('offers_offered_at').on(table.offeredAt),
  ],
)

/** What happened to each lead: its history, the news of the inbox, and what its visitor has added. */
export const leadEvents = pgTable(
  'lead_events',
  {
    id: identity(),
    leadId: leadId(),
    kind: text('kind').notNull(),
    offerId: number('offer_id').references(() => offers.id, { onDelete: 'cascade' }),
    /** The email of a user, or `visitor`, `contractor` or `server`. */
    by: text('by').notNull(),
    /** What else belongs to an event of its kind. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    at: instantMs('at').notNull(),
    /** The group of news that it belongs to; null where the owner is not told. */
    tells: text('tells').$type<NewsGroup>(),
    /** When the mail with it left, or would have, if the owner wanted it. */
    toldAt: instantMs('told_at'),
    /** When a user put the line away, or something answered it. */
    seenAt: instantMs('seen_at'),
  },
  (table) => [
    index('lead_events_lead').on(table.leadId, table.id),
    index('lead_events_untold')
      .on(table.id)
      .where(sql`${table.tells} is not null and ${table.toldAt} is null`),
    index('lead_events_unseen')
      .on(table.id)
      .where(sql`${table.tells} is not null and ${table.seenAt} is null`),
  ],
)

/** The links to the pages of requests, offers and contractors. Only the newest of each are valid. */
export const links = pgTable(
  'links',
  {
    /** SHA-256 of the token in the link, in base64url. */
    tokenHash: text('token_hash').primaryKey(),
    leadId: number('lead_id').references(() => leads.id, { onDelete: 'cascade' }),
    offerId: number('offer_id').references(() => offers.id, { onDelete: 'cascade' }),
    contractorId: number('contractor_id').references(() => contractors.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      'links_of_one',
      sql`num_nonnulls(${table.leadId}, ${table.offerId}, ${table.contractorId}) = 1`,
    ),
    index('links_lead').on(table.leadId).where(sql`${table.leadId} is not null`),
    index('links_offer').on(table.offerId).where(sql`${table.offerId} is not null`),
    index('links_contractor').on(table.contractorId).where(sql`${table.contractorId} is not null`),
  ],
)
