import { z } from 'zod'
import { roles } from '../accounts/accounts.ts'
import { longestSearch, pageLimits } from '../limits.ts'
import { emptyIsAbsent, searchText } from '../text.ts'
import { auditResults } from './audit-words.ts'

/** The query of one page. An absent filter matches every entry. */
export const auditPageQuerySchema = z.object({
  /** A part of the actor, of the subject, or of the client's address. */
  q: searchText(longestSearch).trim().optional().transform(emptyIsAbsent),
  /** A day in the time zone of the business. */
  day: z
    .literal('')
    .or(z.iso.date('Please give a day as 2026-03-04.'))
    .optional()
    .transform(emptyIsAbsent),
  limit: z.coerce.number().int().min(1).max(pageLimits.max).default(pageLimits.default),
  /** The `nextCursor` of the page before. */
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
