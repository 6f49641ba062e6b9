import { createHash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import { verifications } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'

/** Longer than the library takes a code of an app: its own half minute, and one on either side. */
const rememberedMs = 3 * 60_000

/**
 * Takes a code of an app out of use for this user, whether it is right or not. False if it was used
 * before: whoever has watched somebody type it cannot use it too.
 */
export async function takeCode(db: Database, userId: string, code: string): Promise<boolean> {
  const hash = createHash('sha256').update(`${userId} ${code}`).digest('base64url')
  const id = `used-code-${hash}`
  const row = { value: '', identifier: id, expiresAt: new Date(Date.now() + rememberedMs) }
  const taken = await db
    .insert(verifications)
    .values({ id, ...row })
    .onConflictDoUpdate({
      target: verifications.id,
      set: row,
      setWhere: lt(verifications.expiresAt, new Date()),
    })
    .returning({ id: verifications.id })
  return taken.length > 0
}
