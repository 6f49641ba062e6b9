import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { papers } from '#/contracts/referrals/contractor-standing.ts'
import type { ContractorService } from '#/contracts/referrals/contractors.ts'
import type { OfferHours } from '#/contracts/referrals/offer-hours.ts'
import {
  declineReasons,
  handBackReasons,
  lostReasons,
  offerStates,
  outcomes,
  ownerReasons,
  toldLostReasons,
} from '#/contracts/referrals/offer-states.ts'
import { readNewsKinds } from '#/contracts/referrals/owner-news.ts'
import type { TownName } from '#/contracts/site/towns.ts'
import { createdAt, identity, instant, knownText } from './columns.ts'
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
    towns: text('towns').array().$type<TownName[]>().notNull(),
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

/** The links to a contractor's own page. Only the newest are valid; older ones are deleted. */
export const contractorLinks = pgTable(
  'contractor_links',
  {
    /** SHA-256 of the token in the link, in base64url. */
    tokenHash: text('token_hash').primaryKey(),
    contractorId: bigint('contractor_id', { mode: 'number' })
      .notNull()
      .references(() => contractors.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('contractor_links_contractor').on(table.contractorId)],
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
 * What has become of a lead. Each lead that was ever out of quarantine has a row; one without is open,
 * and the server does not offer it. A transaction that changes this row or the offers of a lead first
 * locks the row of the lead.
 */
export const referrals = pgTable(
  'referrals',
  {
    leadId: bigint('lead_id', { mode: 'number' })
      .primaryKey()
      .references(() => leads.id, { onDelete: 'cascade' }),
    outcome: text('outcome', { enum: outcomes }).notNull().default('open'),
    lostReason: text('lost_reason', { enum: lostReasons }),
    /** The server offers it to one contractor after another until one accepts. */
    isAutomatic: boolean('is_automatic').notNull().default(false),
    /** Since when no contractor has it and none is asked, so that it is the owner's; null once one is. */
    ranOutAt: instant('ran_out_at'),
    /** Why it is the owner's; null where `ranOutAt` is. */
    ownerReason: text('owner_reason', { enum: ownerReasons }),
    /** Those who fit can be asked nothing before this; the server looks again then. */
    nextTryAt: instant('next_try_at'),
    /** Its visitor was asked where the work is. */
    placeAskedAt: instant('place_asked_at'),
    /** Its visitor said that they still need help after it was done or lost: the last time. */
    reopenedAt: instant('reopened_at'),
    /** What its contractor says it was lost for, until its visitor or the owner has agreed. */
    claimedReason: text('claimed_reason', { enum: toldLostReasons }),
    claimedAt: instant('claimed_at'),
    /** When a mail asked its visitor whether that is right; null where none could. */
    claimAskedAt: instant('claim_asked_at'),
    /** An earlier open request of the same person, with which this one goes to one contractor. */
    joinedTo: bigint('joined_to', { mode: 'number' }).references(() => leads.id, {
      onDelete: 'set null',
    }),
    /** The owner said that it is not to be joined to another. */
    isParted: boolean('is_parted').notNull().default(false),
    /** When the outcome last changed; null if it never did. */
    outcomeAt: instant('outcome_at'),
  },
  (table) => [
    // Finds leads whose visitors are to be asked how it went.
    index('referrals_outcome_at')
      .on(table.outcomeAt)
      .where(sql`${table.outcome} in ('matched', 'done')`),
    // Most leads are over: those that are open are few, and found by this.
    index('referrals_by_outcome').on(table.outcome, table.leadId),
    index('referrals_joined').on(table.joinedTo).where(sql`${table.joinedTo} is not null`),
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
    declineReason: knownText('decline_reason', declineReasons, 'other'),
    handBackReason: knownText('hand_back_reason', handBackReasons, 'other'),
    /** When it was handed back or withdrawn after a yes. */
    endedAt: instant('ended_at'),
    /** When the mail with it left; the time to answer starts then. Null while it has not. */
    mailedAt: instant('mailed_at'),
    /** When the contractor said that they are on the way. */
    onTheWayAt: instant('on_the_way_at'),
    /** What the work came to, in cents, as the contractor said it or the owner corrected it. */
    jobValueCents: bigint('job_value_cents', { mode: 'number' }),
    /** When the contractor will call the visitor. */
    callAt: instant('call_at'),
    /** When somebody said that they have spoken since. */
    calledAt: instant('called_at'),
    /** When the contractor was reminded of the call that they promised last; null while they were not. */
    callRemindedAt: instant('call_reminded_at'),
    /** Since when that call is missed: nobody has confirmed it in time, or the visitor says that none came. */
    callMissedAt: instant('call_missed_at'),
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
    // For the owner's list by contractor.
    index('offers_given')
      .on(table.contractorId, table.leadId)
      .where(sql`${table.state} in ('open', 'accepted')`),
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

/**
 * What the owner is told beside new leads: a line in the inbox until it is put away, and a mail unless
 * mails of its kind are turned off.
 */
export const ownerNews = pgTable(
  'owner_news',
  {
    id: identity(),
    leadId: leadId(),
    kind: knownText('kind', readNewsKinds, 'unknown').notNull(),
    /** The contractor, or what else the line names; no data of the lead. */
    detail: text('detail'),
    createdAt: createdAt(),
    /** When the mail with it left, or would have, if the owner wanted it. */
    toldAt: instant('told_at'),
    /** When a user put the line away. */
    seenAt: instant('seen_at'),
  },
  (table) => [
    index('owner_news_lead').on(table.leadId),
    index('owner_news_untold').on(table.kind, table.id).where(sql`${table.toldAt} is null`),
    index('owner_news_unseen').on(table.id).where(sql`${table.seenAt} is null`),
  ],
)
