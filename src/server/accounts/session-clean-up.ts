import { desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { sessions, verifications } from '../db/tables/schema.ts'
import { passkeyAsked } from './second-factors/passkeys.ts'

/** How many sessions of a person are kept, the newest. */
const mostSessions = 50

/** Strangers can have a passkey asked for without limit: how many of the newest are remembered. */
const mostAsked = 10_000

/** Deletes sessions that have expired or are too many, and what was remembered for some minutes. */
export async function deleteExpiredSessions(db: Database): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, new Date()))
  await db.execute(sql`
    delete from ${sessions} where id in (
      select id from (
        select id, row_number() over (partition by user_id order by last_used_at desc, id) place
        from ${sessions}
      ) ranked where place > ${mostSessions})`)
  await db.delete(verifications).where(lt(verifications.expiresAt, new Date()))
  const tooMany = db
    .select({ id: verifications.id })
    .from(verifications)
    .where(eq(verifications.identifier, passkeyAsked))
    .orderBy(desc(verifications.createdAt))
    .offset(mostAsked)
  await db.delete(verifications).where(inArray(verifications.id, tooMany))
}
