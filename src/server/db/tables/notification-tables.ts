import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type {
  AttemptOutcome,
  DeliveryChannel,
  DeliveryState,
} from '#/contracts/notifications/deliveries.ts'
import { createdAt, identity, instant, number } from './columns.ts'
import { leadId } from './lead-tables.ts'
import { offers } from './referral-tables.ts'

/** Mail addresses that are notified of each lead. */
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

/** Addresses that are called, signed, for each lead. */
export const webhooks = pgTable('webhooks', {
  id: identity(),
  url: text('url').notNull().unique(),
  /** The key that signs each call, as `whsec_…`. */
  secret: text('secret').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
})

/** One notification of one lead to one target. Stored in the same transaction as the lead. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: identity(),
    leadId: leadId(),
    channel: text('channel').$type<DeliveryChannel>().notNull(),
    /** The recipient of a mail; null once that recipient is removed. */
    recipientId: number('recipient_id').references(() => notificationRecipients.id, {
      onDelete: 'set null',
    }),
    /** The webhook that is called; null once that webhook is removed. */
    webhookId: number('webhook_id').references(() => webhooks.id, { onDelete: 'set null' }),
    /** The offer that a mail to a contractor is about. */
    offerId: number('offer_id').references(() => offers.id, { onDelete: 'cascade' }),
    /** A copy of the address, because the row outlives the recipient. */
    target: text('target').notNull(),
    /** The lead is an emergency; a copy for the index. */
    isUrgent: boolean('is_urgent').notNull().default(false),
    /** For a confirmation: a hash of the client's address, by which confirmations are limited. */
    clientHash: text('client_hash'),
    state: text('state').$type<DeliveryState>().notNull().default('pending'),
    /** The earliest time of the next attempt. */
    dueAt: instant('due_at').notNull().defaultNow(),
    /** Identifies the current claim: only the process with this token may store how the attempt ended. */
    claimToken: text('claim_token'),
    /**
     * Attempts since it was queued. Counted at their start, so an attempt that kills the process
     * counts.
     */
    attempts: integer('attempts').notNull().default(0),
    /** When it was queued, or queued again. */
    queuedAt: instant('queued_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
    /** Why the last attempt failed, as a sentence for the owner. */
    problem: text('problem'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('deliveries_once')
      .on(table.leadId, table.recipientId)
      .where(sql`${table.channel} = 'mail'`),
    unique('deliveries_webhook_once').on(table.leadId, table.webhookId),
    uniqueIndex('deliveries_confirmation_once')
      .on(table.leadId)
      .where(sql`${table.channel} = 'confirmation'`),
    index('deliveries_due')
      .on(table.isUrgent.desc().nullsFirst(), table.dueAt)
      .where(sql`${table.state} = 'pending'`),
    index('deliveries_failed').on(table.queuedAt).where(sql`${table.state} = 'failed'`),
    index('deliveries_confirmations')
      .on(table.createdAt)
      .where(sql`${table.channel} = 'confirmation'`),
    index('deliveries_updates').on(table.createdAt).where(sql`${table.channel} = 'update'`),
    uniqueIndex('deliveries_follow_up_once')
      .on(table.leadId)
      .where(sql`${table.channel} = 'follow-up'`),
    index('deliveries_offer').on(table.offerId).where(sql`${table.offerId} is not null`),
  ],
)

/** How each attempt of a delivery ended. */
export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    id: identity(),
    deliveryId: number('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    outcome: text('outcome').$type<AttemptOutcome>().notNull(),
    /** The answer of the mail server or webhook, shortened. */
    answer: text('answer'),
  },
  (table) => [index('delivery_attempts_delivery').on(table.deliveryId, table.id.desc())],
)
