import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditAction } from '#/contracts/audit/audit-words.ts'
import type { Database } from './database.ts'
import { auditEntries } from './tables/schema.ts'

/** An audit entry that is to be written. */
export type NewAuditEntry = Omit<typeof auditEntries.$inferInsert, 'id' | 'at' | 'action'> & {
  action: AuditAction
}

/** An entry in the JSON log: the actor by id, and of a lead only its number. */
export function auditLogLine({ action, result, userId, who, address, subject }: NewAuditEntry) {
  return { action, result, userId: userId ?? who, address, subject }
}

/** Writes an entry. Within a transaction it is written only if that commits. */
export async function insertAuditEntry(db: Database, entry: NewAuditEntry): Promise<void> {
  await db.insert(auditEntries).values(entry)
}

export async function auditTerminal(
  db: Database,
  action: AuditAction,
  subject: string,
): Promise<void> {
  const who = 'Someone at the terminal'
  await insertAuditEntry(db, { action, result: 'done', who, subject })
}

/** Writes the entry of what the server has done by itself. */
export type AuditServer = (db: Database, action: AuditAction, subject: string) => Promise<void>

/** Makes the function that writes what the server did by itself, in the database and in the log. */
export function createAuditServer(log: FastifyBaseLogger): AuditServer {
  return async (db, action, subject) => {
    const entry: NewAuditEntry = { action, result: 'done', who: 'The server', subject }
    await insertAuditEntry(db, entry)
    log.info(auditLogLine(entry), 'audit')
  }
}

/**
 * Deletes the entries of the two oldest hours, if they are older than 400 days. Run once an hour this
 * keeps pace, and a clock that is years ahead deletes little until the owner notices.
 */
export async function deleteOldAuditEntries(db: Database): Promise<void> {
  await db.delete(auditEntries).where(
    sql`at < least(
      now() - interval '400 days',
      (select min(at) from ${auditEntries}) + interval '2 hours'
    )`,
  )
}
