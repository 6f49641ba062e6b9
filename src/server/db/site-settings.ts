import { sql } from 'drizzle-orm'
import type { Week } from '#/contracts/hours/week.ts'
import type { StatementSettings } from '#/contracts/money/ledger.ts'
import type { BackupPlan } from '#/contracts/settings/backup-plan.ts'
import type { Claims } from '#/contracts/settings/claims.ts'
import type { OfferTimes } from '#/contracts/settings/offer-times.ts'
import type { OwnReview } from '#/contracts/settings/own-review.ts'
import type { Database, Transaction } from './database.ts'
import { siteSettings } from './tables/schema.ts'

/** What the owner can decide of the site in the office. What is absent has its built-in value. */
export type SiteSettings = {
  name: string
  /** Ten digits. */
  phone: string
  week: Week
  claims: Claims
  /** The home page shows sample reviews while there is none of a customer. */
  showsSamples: boolean
  offerTimes: OfferTimes
  backupPlan: BackupPlan
  statements: StatementSettings
  /** Reviews of customers from elsewhere, the first to be shown first. */
  ownReviews: OwnReview[]
}

/** All that the owner has decided. */
export async function readSettings(db: Database): Promise<Partial<SiteSettings>> {
  // As text: the driver has parsed JSON already when Drizzle does so again, which makes a number of '386'.
  const json = sql<string>`${siteSettings.value}::text`
  const rows = await db.select({ name: siteSettings.name, json }).from(siteSettings)
  return Object.fromEntries(rows.map((row) => [row.name, JSON.parse(row.json)]))
}

/** Stores some of it. The caller tells those who use it. */
export async function saveSettings(db: Database, values: Partial<SiteSettings>): Promise<void> {
  const rows = Object.entries(values).map(([name, value]) => ({ name, value }))
  if (rows.length === 0) return
  await db
    .insert(siteSettings)
    .values(rows)
    .onConflictDoUpdate({ target: siteSettings.name, set: { value: sql`excluded.value` } })
}

/** Holds the settings until the transaction ends: who reads one to change it sees what others have stored. */
export async function holdSettings(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${siteSettings} in share row exclusive mode`)
}

/** Whether the home page shows sample reviews while there is none of a customer. */
export async function readShowsSamples(db: Database): Promise<boolean> {
  return (await readSettings(db)).showsSamples ?? true
}

/** The reviews from elsewhere that the home page shows. */
export async function readOwnReviews(db: Database): Promise<OwnReview[]> {
  return (await readSettings(db)).ownReviews ?? []
}
