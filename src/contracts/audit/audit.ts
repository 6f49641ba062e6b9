import type { Role } from '../limits.ts'
import type { AuditResult } from './audit-words.ts'

/** One entry of the audit log. */
export type AuditEntry = {
  id: number
  at: string
  action: string
  result: AuditResult
  /** Null for the server itself, and for a client without a session. */
  userId: string | null
  /** The actor in words, as they were called then. */
  who: string
  role: Role | null
  /** The network address; null where there was none. */
  address: string | null
  /** What the browser said that it is; null where it said nothing. */
  userAgent: string | null
  subject: string | null
  /** The lead and the contractor that it is about, as long as they are there. */
  leadId: number | null
  contractorId: number | null
}
