import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { accountSettings } from '../db/tables/schema.ts'

/** True where the owner requires a second factor of everyone. */
export async function requiresSecondFactor(db: Database | Transaction): Promise<boolean> {
  const [row] = await db.select().from(accountSettings).where(eq(accountSettings.isOnly, true))
  return row?.requiresSecondFactor ?? false
}

/** Stores whether the owner requires a second factor of everyone. */
export async function setRequiresSecondFactor(db: Database, isRequired: boolean): Promise<void> {
  await db
    .insert(accountSettings)
    .values({ requiresSecondFactor: isRequired })
    .onConflictDoUpdate({
      target: accountSettings.isOnly,
      set: { requiresSecondFactor: isRequired },
    })
}
