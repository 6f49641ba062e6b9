import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Database } from '../db/database.ts'
import { keepSpeaking } from '../db/with-client.ts'

const keyOf = (name: string) => sql`hashtextextended(${name}, 0)`

/** True while some process has the lock of this name. */
export async function isLocked(db: Database, name: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = ${keyOf(name)}`)
  return rowCount !== 0
}

/** What was claimed under a lock. */
export type Claim<Claimed> = {
  claimed: Claimed
  /** Ends the lock: other processes may have it. */
  end: () => Promise<void>
}

/**
 * Takes the lock of this name, and claims something under it. Undefined if another process has it, or
 * there is nothing to claim. The lock is of a connection of its own: that of a process that dies is over.
 */
export async function claimUnderLock<Claimed>(
  db: Database,
  name: string,
  claim: () => Promise<Claimed | undefined>,
): Promise<Claim<Claimed> | undefined> {
  const { $client: pool } = db as Database & { $client: Pool }
  const client = await pool.connect()
  const stopSpeaking = keepSpeaking(client)
  function end(): Promise<void> {
    stopSpeaking()
    return client.query('select pg_advisory_unlock_all()').then(
      () => client.release(),
      // Closed, it has no lock any more.
      () => client.release(true),
    )
  }
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) locked',
      [name],
    )
    const claimed = rows[0]?.locked ? await claim() : undefined
    if (claimed !== undefined) return { claimed, end }
  } catch (error) {
    await end()
    throw error
  }
  await end()
  return undefined
}

/** Claims something under the lock of this name and does it, unless another process has the lock. */
export async function doUnderLock<Claimed>(
  db: Database,
  name: string,
  claim: () => Promise<Claimed | undefined>,
  work: (claimed: Claimed) => Promise<void>,
): Promise<void> {
  const claimed = await claimUnderLock(db, name, claim)
  if (!claimed) return
  try {
    await work(claimed.claimed)
  } finally {
    await claimed.end()
  }
}
