import { sql } from 'drizzle-orm'
import { type AuditAction, serverActor } from '#/contracts/audit-words.ts'
import type { Database } from './database.ts'
import { auditEntries } from './schema.ts'

/** An audit entry that is to be written. */
export type NewAuditEntry = Omit<typeof auditEntries.$inferInsert, 'id' | 'at' | 'action'> & {
  action: AuditAction
}

/** What the log says of an entry: whose, by the id, and nothing of a lead but its number. */
export function auditLogLine({ action, outcome, userId, who, address, subject }: NewAuditEntry) {
  return { action, outcome, userId: userId ?? who, address, subject }
}

/** Writes an entry. Within a transaction it is written only if that commits. */
export async function insertAuditEntry(db: Database, entry: NewAuditEntry): Promise<void> {
  await db.insert(auditEntries).values(entry)
}

/** The entry of what the server does by itself. */
export function serverEntry(action: AuditAction, subject: string): NewAuditEntry {
  return { action, outcome: 'done', who: serverActor, subject }
}

/**
 * Deletes the entries of the two oldest hours, if they are older than 400 days. Run once an hour this
 * keeps pace, and a clock that is years ahead deletes little until somebody notices.
 */
export async function deleteOldAuditEntries(db: Database): Promise<void> {
  await db.delete(auditEntries).where(
    sql`at < least(
      now() - interval '400 days',
      (select min(at) from ${auditEntries}) + interval '2 hours'
    )`,
  )
}
