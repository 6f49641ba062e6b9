import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { stages, waitsFor } from '#/contracts/leads/lead-stage.ts'
import { instant } from './columns.ts'

/** The view with the stage of each lead. In a file of its own so that no migration makes a table of it. */
export const leadStages = pgTable('lead_stages', {
  leadId: bigint('lead_id', { mode: 'number' }).notNull(),
  stage: text('stage', { enum: stages }).notNull(),
  waitsFor: text('waits_for', { enum: waitsFor }).notNull(),
  since: instant('since').notNull(),
  until: instant('until'),
  companyName: text('company_name'),
  /** Of the companies the one that has it, or was asked first; null where there is none. */
  contractorId: bigint('contractor_id', { mode: 'number' }),
  /** The lead with which it goes to one contractor, or itself. */
  rootId: bigint('root_id', { mode: 'number' }).notNull(),
  callAt: instant('call_at'),
  reason: text('reason'),
  isUrgent: boolean('is_urgent').notNull(),
  clockSince: instant('clock_since'),
  /** Its place in the order in which leads wait, from 0. */
  turn: integer('turn').notNull(),
  remindAt: instant('remind_at'),
  remindReason: text('remind_reason'),
})
