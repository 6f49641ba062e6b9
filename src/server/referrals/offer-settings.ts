import { offerSettings } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'

/** Whether the server offers new leads by itself. */
export async function readOfferSettings(db: Database | Transaction) {
  const [row] = await db.select({ isAutomatic: offerSettings.isAutomatic }).from(offerSettings)
  return { isAutomatic: row?.isAutomatic ?? false }
}

/** Stores whether the server offers new leads by itself. Leads that it offers already go on. */
export async function saveOfferSettings(
  db: Database,
  { isAutomatic }: { isAutomatic: boolean },
): Promise<void> {
  await db
    .insert(offerSettings)
    .values({ isAutomatic })
    .onConflictDoUpdate({ target: offerSettings.isOnly, set: { isAutomatic } })
}
