import { z } from 'zod'
import { roles } from '../accounts/accounts.ts'
import { longestSearch, pageLimits } from '../limits.ts'
import { emptyIsAbsent, searchText } from '../text.ts'
import { type AuditGroup, auditGroups, auditResults } from './audit-words.ts'

const day = z
  .literal('')
  .or(z.iso.date('Please give a day as 2026-03-04.'))
  .optional()
  .transform(emptyIsAbsent)

/** Narrows the audit log down; an absent filter matches every entry. */
const auditFiltersSchema = z.object({
  /** A part of the actor, of the subject, or of the client's address. */
  q: searchText(longestSearch).trim().optional().transform(emptyIsAbsent),
  group: z.enum(Object.keys(auditGroups) as AuditGroup[]).optional(),
  result: z.enum(auditResults).optional(),
  /** The first and the last day, in the time zone of the business. */
  from: day,
  to: day,
})

export type AuditFilters = z.output<typeof auditFiltersSchema>

/** The query of one page. `cursor` is the `nextCursor` of the page before. */
export const auditPageQuerySchema = auditFiltersSchema.extend({
  limit: z.coerce.number().int().min(1).max(pageLimits.max).default(pageLimits.default),
  cursor: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})

/** One entry of the audit log. */
const auditEntrySchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  action: z.string(),
  result: z.enum(auditResults),
  /** Null for the server itself, and for a client without a session. */
  userId: z.string().nullable(),
  /** The actor in words, as they were called then. */
  who: z.string(),
  role: z.enum(roles).nullable(),
  /** The network address; null where there was none. */
  address: z.string().nullable(),
  /** What the browser said that it is; null where it said nothing. */
  userAgent: z.string().nullable(),
  subject: z.string().nullable(),
  /** The lead and the contractor that it is about, as long as they are there. */
  leadId: z.int().nullable(),
  contractorId: z.int().nullable(),
})

export type AuditEntry = z.infer<typeof auditEntrySchema>

/** One page of the audit log, newest first. */
export const auditPageSchema = z.object({
  data: z.array(auditEntrySchema),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
})

export type AuditPage = z.infer<typeof auditPageSchema>
