import { lt } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { sessions, verifications } from '../db/schema.ts'
import { repeat } from '../runtime/repeat.ts'
import { deleteOldLinks } from './account-links.ts'

/** Deletes sessions that have expired, and what was remembered for some minutes. */
export async function deleteExpiredSessions(db: Database): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, new Date()))
  await db.delete(verifications).where(lt(verifications.expiresAt, new Date()))
}

/** Deletes expired sessions and old links once an hour while the server runs. */
export function registerSessionCleanUp(app: FastifyInstance, db: Database): void {
  repeat(app, {
    what: 'delete expired sessions and links',
    everyMs: 60 * 60_000,
    async run() {
      await deleteExpiredSessions(db)
      await deleteOldLinks(db)
    },
  })
}
