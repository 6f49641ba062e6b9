import { randomUUID } from 'node:crypto'
import { and, eq, not, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { leases } from '../db/tables/schema.ts'

/** How long a lease lasts after its process renewed it last, in milliseconds. */
const leaseMs = 120_000

const renewEveryMs = leaseMs / 4

const end = sql`now() + ${leaseMs}::integer * interval '1 millisecond'`

/**
 * A lease that goes on. One that ends later than any can was given before the clock was set back.
 */
const isHeld = sql`(${leases.endsAt} > now() and ${leases.endsAt} <= ${end} + interval '1 minute')`

/** True while some process has the lease of this name. */
export async function isLeased(db: Database, name: string): Promise<boolean> {
  return (await db.$count(leases, and(eq(leases.name, name), isHeld))) > 0
}

/** What each lease was that looked over, and since when: a holder that lives would have renewed it. */
const lookedOver = new Map<string, { lease: string; since: number }>()

/**
 * Returns whether a lease that is over by the clock was not renewed since either, by the timer of this
 * process: the clock may have jumped ahead while its holder works on.
 */
function isAbandoned(name: string, lease: string): boolean {
  const now = performance.now()
  const known = lookedOver.get(name)
  if (known?.lease !== lease) lookedOver.set(name, { lease, since: now })
  return known?.lease === lease && now - known.since >= 2 * renewEveryMs
}

/** What was claimed under a lease. */
export type Claim<Claimed> = {
  claimed: Claimed
  /** Ends the lease: other processes may have it. */
  end: () => Promise<void>
}

/**
 * Takes the lease of this name, claims something under it, and renews it until it is ended.
 * Undefined if another process has it, or there is nothing to claim. A process that dies leaves it
 * to the others after two minutes, of which they must have seen one.
 */
export async function claimUnderLease<Claimed>(
  db: Database,
  name: string,
  claim: () => Promise<Claimed | undefined>,
): Promise<Claim<Claimed> | undefined> {
  const holder = randomUUID()
  const lease = sql<string>`${leases.holder} || ${leases.endsAt}`
  const [over] = await db
    .select({ lease })
    .from(leases)
    .where(and(eq(leases.name, name), not(isHeld)))
  if (over && !isAbandoned(name, over.lease)) return undefined
  const [taken] = await db
    .insert(leases)
    .values({ name, holder, endsAt: end })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, endsAt: end },
      setWhere: eq(lease, over?.lease ?? ''),
    })
    .returning()
  if (!taken) return undefined
  const isOurs = and(eq(leases.name, name), eq(leases.holder, holder))
  // A lease that cannot be renewed or ended while the database is away ends by itself.
  const renew = () =>
    db
      .update(leases)
      .set({ endsAt: end })
      .where(isOurs)
      .catch(() => {})
  const timer = setInterval(renew, renewEveryMs).unref()
  async function endLease() {
    clearInterval(timer)
    await db
      .delete(leases)
      .where(isOurs)
      .catch(() => {})
  }
  try {
    const claimed = await claim()
    if (claimed !== undefined) return { claimed, end: endLease }
  } catch (error) {
    await endLease()
    throw error
  }
  await endLease()
  return undefined
}

/** Claims something under the lease of this name and does it, unless another process has the lease. */
export async function doUnderLease<Claimed>(
  db: Database,
  name: string,
  claim: () => Promise<Claimed | undefined>,
  work: (claimed: Claimed) => Promise<void>,
): Promise<void> {
  const claimed = await claimUnderLease(db, name, claim)
  if (!claimed) return
  try {
    await work(claimed.claimed)
  } finally {
    await claimed.end()
  }
}
