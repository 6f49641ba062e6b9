import { and, desc, eq, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { probes } from '../db/tables/schema.ts'
import { mayTryAgain } from '../jobs/leases.ts'
import type { ProbeId } from './probe-token.ts'

export type ProbeRow = typeof probes.$inferSelect

/** How many times a probe is sent for one time of the schedule before the owner is told. */
export const mostAttempts = 2

const mayBegin = mayTryAgain(probes, { mostAttempts, waitMinutes: 1 })

/** The probe that this process is to send now, under the lease of probes. */
export async function claimProbe(db: Database, dueAt: Date): Promise<ProbeId | undefined> {
  const [claimed] = await db
    .insert(probes)
    .values({ dueAt })
    .onConflictDoUpdate({
      target: probes.dueAt,
      set: {
        ...{ state: 'running', startedAt: sql`now()`, attempts: sql`${probes.attempts} + 1` },
        ...{ storedAt: null, finishedAt: null, durationMs: null },
      },
      setWhere: mayBegin,
    })
    .returning({ dueAt: probes.dueAt, attempt: probes.attempts })
  return claimed
}

/** True where the probe of this time needs no further attempt by now. */
export async function isOver(db: Database, dueAt: Date): Promise<boolean> {
  return (await db.$count(probes, and(eq(probes.dueAt, dueAt), sql`not (${mayBegin})`))) > 0
}

const isRow = ({ dueAt, attempt }: ProbeId) =>
  and(eq(probes.dueAt, dueAt), eq(probes.attempts, attempt))

/** Gives a stopped probe back: the next process that looks sends it. */
export async function giveBack(db: Database, id: ProbeId): Promise<void> {
  await db.delete(probes).where(isRow(id))
}

/** Stores that the database took the lead of a probe. False if it has before, or is not due. */
export async function markStored(tx: Transaction, id: ProbeId): Promise<boolean> {
  const marked = await tx
    .update(probes)
    .set({ storedAt: sql`now()` })
    .where(and(isRow(id), eq(probes.state, 'running'), isNull(probes.storedAt)))
    .returning({ dueAt: probes.dueAt })
  return marked.length > 0
}

export async function isStored(db: Database, id: ProbeId): Promise<boolean> {
  const [row] = await db.select({ at: probes.storedAt }).from(probes).where(isRow(id))
  return row?.at != null
}

export async function storeResult(
  db: Database,
  id: ProbeId,
  { problem, durationMs }: { problem: string | null; durationMs: number },
): Promise<void> {
  const state = problem === null ? 'done' : 'failed'
  await db
    .update(probes)
    .set({ state, problem, durationMs, finishedAt: sql`now()` })
    .where(isRow(id))
}

/** The newest probe of those that fit. */
export async function findNewest(db: Database, ...fits: SQL[]): Promise<ProbeRow | undefined> {
  const [row] = await db
    .select()
    .from(probes)
    .where(and(...fits))
    .orderBy(desc(probes.dueAt))
    .limit(1)
  return row
}

/**
 * What the owner was told last, up to a time of the schedule; undefined if never anything. A clock
 * that was wrong for a while has left rows of times to come.
 */
export const readLastTold = async (
  db: Database,
  dueAt: Date,
): Promise<ProbeRow['told'] | undefined> =>
  (await findNewest(db, isNotNull(probes.told), lte(probes.dueAt, dueAt)))?.told

export const hasFailedBefore = async (db: Database, dueAt: Date): Promise<boolean> =>
  (await findNewest(db, lt(probes.dueAt, dueAt)))?.state === 'failed'

export async function storeTold(
  db: Database,
  dueAt: Date,
  told: NonNullable<ProbeRow['told']>,
): Promise<void> {
  await db.update(probes).set({ told }).where(eq(probes.dueAt, dueAt))
}

/** Stores afterwards that the owner was told of a probe that could not be sent. It may be sent now. */
export async function storeMissed(db: Database, dueAt: Date, problem: string): Promise<void> {
  const missed = { state: 'failed', problem, told: 'failed' } as const
  await db
    .insert(probes)
    .values({ dueAt, ...missed })
    .onConflictDoUpdate({ target: probes.dueAt, set: { told: 'failed' } })
}

/** Deletes probes of more than a month ago, except the one that was told last. */
export async function forgetOldProbes(db: Database): Promise<void> {
  await db.delete(probes).where(
    sql`${probes.dueAt} < now() - interval '31 days' and ${probes.dueAt} not in (
      select due_at from probes where told is not null and due_at <= now() order by due_at desc limit 1)`,
  )
}
