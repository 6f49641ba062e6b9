import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Attribution } from '#/contracts/results/visits.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { createdAt, identity, instant, number } from './columns.ts'

const isListed = sql`not is_quarantined`

/** Visitors' requests for an estimate. */
export const leads = pgTable(
  'leads',
  {
    id: identity(),
    /** Made by the visitor's browser, or by the server for a form sent without JavaScript. */
    submissionId: text('submission_id').notNull(),
    /** SHA-256 of the submission's fields, in hexadecimal. A repeat of a submission has the same hash. */
    contentHash: text('content_hash').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Ten digits for a North American number, E.164 for any other. */
    phone: text('phone').notNull(),
    phoneAsTyped: text('phone_as_typed').notNull(),
    address: text('address'),
    service: text('service').notNull(),
    message: text('message'),
    /** One of the towns of the network, where the work is; null outside them, and while unknown. */
    town: text('town'),
    /** The work is in none of the towns. */
    isOutside: boolean('is_outside').notNull().default(false),
    /** It runs by the clock of emergencies whatever the service: its visitor or the owner said so. */
    cannotWait: boolean('cannot_wait').notNull().default(false),
    /** The email of the user who entered a caller's request; null for what a visitor sent. */
    enteredBy: text('entered_by'),
    isContacted: boolean('is_contacted').notNull().default(false),
    createdAt: createdAt(),
    /** How the visit came about; null for leads that are older than this column. */
    attribution: jsonb('attribution').$type<Attribution>(),
    /** The attribution in short, such as `google ads`, for the inbox's filter. */
    source: text('source').notNull().default('unknown'),
    /** The wording that was shown beside the button, its version, and when and on which page. */
    consentText: text('consent_text'),
    consentVersion: text('consent_version'),
    consentAt: instant('consent_at'),
    consentPage: text('consent_page'),
    /** In quarantine: listed apart and not notified until a user releases it. */
    isQuarantined: boolean('is_quarantined').notNull().default(false),
    quarantineReasons: text('quarantine_reasons').array().notNull().default([]),
    /** When it was first marked contacted. Kept when the lead is marked new again. */
    firstContactedAt: instant('first_contacted_at'),
    /** The email of the user who marked it contacted first, or the contractor who was said to have called. */
    contactedBy: text('contacted_by'),
    /** Opening hours between arrival and first contact, in minutes. */
    answerMinutes: integer('answer_minutes'),
    /** The texts of its notes, for the search. */
    noted: text('noted'),
    /** For the search: phone, reference, and all that people wrote, folded. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lead_search_text(phone, submission_id, name, email, address, message, noted)`,
      ),
  },
  (table) => [
    uniqueIndex('leads_submission').on(table.contentHash, table.submissionId),
    // Each list of the inbox reads one of these indexes backwards, from any place in it, and a count
    // reads nothing else: their conditions are those of the query.
    index('leads_by_age').on(table.createdAt, table.id).where(isListed),
    index('leads_quarantined').on(table.createdAt, table.id).where(sql`is_quarantined`),
    index('leads_by_status').on(table.isContacted, table.createdAt, table.id).where(isListed),
    index('leads_by_service').on(table.service, table.createdAt, table.id).where(isListed),
    index('leads_by_source').on(table.source, table.createdAt, table.id).where(isListed),
    // Finds leads with the same message. Short messages are often equal by chance.
    index('leads_message')
      .on(sql`hashtext(message)`, table.createdAt)
      .where(sql`length(message) >= 60`),
    // With `pg_trgm` it finds any part of the text.
    index('leads_search').using('gin', table.searchText.op('gin_trgm_ops')),
    // These find other leads of the same person or house.
    index('leads_phone').on(table.phone, table.id),
    index('leads_email').on(sql`lower(email)`, table.id),
    index('leads_address').on(sql`address_key(address)`, table.id),
  ],
)

/** Of `leads`: it runs by the clock of emergencies. */
export const isUrgent = sql<boolean>`(${leads.cannotWait} or ${leads.service} = ${urgentServiceId})`

/**
 * Of `leads`: it came here, and is none of the earlier requests that version 1.0.0 let the owner import,
 * of which nothing says how soon they were answered. A visitor's link can name any source, but nobody
 * has entered their request.
 */
export const cameHere = sql`not (source = 'import' and entered_by is not null)`

/** The lead that a row belongs to, and is deleted with. */
export const leadId = () =>
  number('lead_id')
    .notNull()
    .references(() => leads.id, { onDelete: 'cascade' })

/** Notes that users write about a lead. */
export const leadNotes = pgTable(
  'lead_notes',
  {
    id: identity(),
    leadId: leadId(),
    text: text('text').notNull(),
    /** The author's email: it outlives their account. */
    author: text('author').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('lead_notes_lead').on(table.leadId)],
)

/** One row for each erasure, without any of the erased data. */
export const erasures = pgTable('erasures', {
  id: identity(),
  /** The email of the user who did it. */
  actor: text('actor').notNull(),
  leads: integer('leads').notNull(),
  /** A restore finds the leads by them, to erase them again; they name no person. */
  submissionIds: text('submission_ids').array().notNull().default(sql`'{}'`),
  createdAt: createdAt(),
})
