import { z } from 'zod'
import { roles } from '../accounts/accounts.ts'
import { auditResults } from './audit-words.ts'

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
