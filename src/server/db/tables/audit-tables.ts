import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { roles } from '#/contracts/accounts/accounts.ts'
import { auditResults } from '#/contracts/audit/audit-words.ts'
import { identity, instant } from './columns.ts'

/**
 * Who did what, when and from where. A trigger refuses to change an entry, and to delete one of the
 * last 400 days. No personal data of leads may get in: it would outlive their erasure.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: identity(),
    at: instant('at').notNull().defaultNow(),
    /** One of `auditActions`; a release before this one may have had others. */
    action: text('action').notNull(),
    result: text('outcome', { enum: auditResults }).notNull(),
    /** No reference: an entry outlives the account. Null for the server and for strangers. */
    userId: text('user_id'),
    /** The actor in words, as they were called then. */
    who: text('who').notNull(),
    role: text('role', { enum: roles }),
    /** The address of the client. */
    address: text('address'),
    /** What the client says of itself, shortened. */
    userAgent: text('user_agent'),
    /** What it was done to: 'lead 12', the address of a recipient, the path of a page. */
    subject: text('subject'),
  },
  (table) => [index('audit_entries_at').on(table.at)],
)
