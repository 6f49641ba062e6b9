import { asc, inArray, sql } from 'drizzle-orm'
import type { Retention, RetentionPreview } from '#/contracts/leads/privacy.ts'
import { holdSetting, readSetting, saveSetting } from '#/server/db/settings.ts'
import { announceLeads } from '#/server/db/signals.ts'
import { leads } from '#/server/db/tables/schema.ts'
import type { AuditServer } from '../../db/audit-entries.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { timesOf } from '../../time/schedule.ts'
import { deleteLeads } from './erasure.ts'

/** When old leads are deleted, as cron writes it: at night, after the backup. */
const nightly = timesOf('30 4 * * *')

const hourMs = 3_600_000

/** Leads deleted in one transaction: few, so that others do not wait for long. */
const batchSize = 500

const mostNamed = 50

/** A number of leads, for the audit log. */
export const countOfLeads = (number: number) => (number === 1 ? '1 request' : `${number} requests`)

const isOlderThan = (days: number) => sql`${leads.createdAt} < now() - ${days} * interval '1 day'`

/** At most a tenth of all leads, so that no mistake and no wrong clock deletes many at once. */
const tenthOf = (all: number) => Math.ceil(all / 10)

/** Reads how long leads are stored, and what the last night deleted. */
export async function readRetention(db: Database): Promise<Retention> {
  const { days, lastRunAt: at, deletedLeads } = await readSetting(db, 'retention')
  return { days, lastRun: at !== null && deletedLeads !== null ? { at, deletedLeads } : null }
}

/** Returns which leads a period of N days would delete, the oldest first. */
export async function previewRetention(db: Database, days: number): Promise<RetentionPreview> {
  const isOld = isOlderThan(days)
  const [old, all] = await Promise.all([db.$count(leads, isOld), db.$count(leads)])
  const oldest = await db
    .select({ id: leads.id, name: leads.name, createdAt: leads.createdAt })
    .from(leads)
    .where(isOld)
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .limit(mostNamed)
  return {
    leads: old,
    eachNight: tenthOf(all),
    oldest: oldest.map((lead) => ({ ...lead, createdAt: lead.createdAt.toISOString() })),
  }
}

/** Sets for how many days leads are stored; null for ever. The next night is the first that deletes. */
export async function setRetention(db: Database, days: number | null): Promise<void> {
  const lastRunAt = new Date().toISOString()
  await saveSetting(db, 'retention', { days, lastRunAt, deletedLeads: null })
}

/** Claims the night for this process, and returns how many leads it may delete: none where another has it. */
async function claimNight(db: Database, now: Date): Promise<number> {
  const night = nightly.last(now)
  if (!night) return 0
  const isClaimed = await db.transaction(async (tx) => {
    const retention = await holdSetting(tx, 'retention')
    if (retention.days === null || retention.lastRunAt === null) return false
    const last = Date.parse(retention.lastRunAt)
    // One of a time yet to come was before the clock was set back.
    if (last >= night.getTime() && last <= now.getTime() + hourMs) return false
    const begun = { ...retention, lastRunAt: now.toISOString(), deletedLeads: 0 }
    await saveSetting(tx, 'retention', begun)
    return true
  })
  return isClaimed ? tenthOf(await db.$count(leads)) : 0
}

/** Deletes the oldest leads that are past their period; returns how many. */
async function deleteBatch(tx: Transaction, most: number): Promise<number> {
  // The owner may have changed the period since the last batch, and waits for this one to change it.
  const retention = await holdSetting(tx, 'retention')
  if (retention.days === null) return 0
  const oldest = tx
    .select({ id: leads.id })
    .from(leads)
    .where(isOlderThan(retention.days))
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .limit(most)
  const gone = await deleteLeads(tx, inArray(leads.id, oldest))
  const deletedLeads = (retention.deletedLeads ?? 0) + gone.length
  await saveSetting(tx, 'retention', { ...retention, deletedLeads })
  await announceLeads(tx)
  return gone.length
}

/** Deletes leads past their period, at most a tenth of all each night; the next night goes on. */
export async function runRetention(
  db: Database,
  { now, stop, audit }: { now: Date; stop: AbortSignal; audit: AuditServer },
): Promise<void> {
  const allowed = await claimNight(db, now)
  let deleted = 0
  try {
    while (deleted < allowed && !stop.aborted) {
      const most = Math.min(batchSize, allowed - deleted)
      const gone = await db.transaction((tx) => deleteBatch(tx, most))
      if (gone === 0) break
      deleted += gone
    }
  } finally {
    if (deleted > 0) await audit(db, 'retention.remove', countOfLeads(deleted))
  }
}
