import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { type EntryKind, feeEvents } from '#/contracts/money/money.ts'
import { createdAt, identity, instant, number } from './columns.ts'
import { contractorId } from './referral-tables.ts'

/**
 * What contractors pay for leads. Of several rules the one that names the contractor goes over one that
 * names none, then the one that names the service, then the newest.
 */
export const feeRules = pgTable('fee_rules', {
  id: identity(),
  /** Null for all contractors. */
  contractorId: contractorId(),
  /** Null for all services. */
  service: text('service'),
  event: text('event', { enum: feeEvents }).notNull(),
  amountCents: number('amount_cents').notNull(),
  /** The first day on which it holds. */
  holdsFrom: date('holds_from', { mode: 'string' }).notNull(),
  createdAt: createdAt(),
  /** When the owner took it out. Entries that were made by it stay. */
  removedAt: instant('removed_at'),
})

/**
 * What contractors owe and have paid, in cents: what they owe is positive. An entry is never changed or
 * deleted (`keep_ledger_entries`), only reversed by another one.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: identity(),
    contractorId: contractorId().notNull(),
    kind: text('kind').$type<EntryKind>().notNull(),
    amountCents: number('amount_cents').notNull(),
    /** Of a fee, and of a credit for one. The number stays when the lead is erased; it names no person. */
    leadId: number('lead_id'),
    /** `123-4567`. */
    reference: text('reference'),
    /** Of a fee: the offer that its contractor accepted. */
    offerId: number('offer_id'),
    /** Of a fee that the server charged: what it is for. */
    event: text('event', { enum: feeEvents }),
    /** The rule that made it. */
    ruleId: number('rule_id').references(() => feeRules.id),
    /** Of a reversal, and of a credit: the entry that it takes back. */
    reverses: number('reverses').references((): AnyPgColumn => ledgerEntries.id),
    text: text('text').notNull().default(''),
    /** The lead's, for the results; they name no person. */
    service: text('service'),
    source: text('source'),
    town: text('town'),
    /** The email of a user; null where the server made it. */
    actor: text('actor'),
    createdAt: createdAt(),
  },
  (table) => [
    index('ledger_entries_contractor').on(table.contractorId, table.createdAt),
    index('ledger_entries_by_age').on(table.createdAt),
    index('ledger_entries_lead').on(table.leadId).where(sql`${table.leadId} is not null`),
    index('ledger_entries_offer').on(table.offerId).where(sql`${table.offerId} is not null`),
    uniqueIndex('ledger_entries_reversed_once')
      .on(table.reverses)
      .where(sql`${table.reverses} is not null`),
  ],
)

/** Which statements were sent. */
export const sentStatements = pgTable(
  'sent_statements',
  {
    contractorId: contractorId().notNull(),
    /** `2026-11`. */
    month: text('month').notNull(),
    sentAt: instant('sent_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.month] })],
)
