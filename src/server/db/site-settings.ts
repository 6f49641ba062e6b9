import { eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { siteSettings } from './tables/schema.ts'

const showsSamples = 'showsSamples'

/** Whether the home page shows sample reviews while there is none of a customer. */
export async function readShowsSamples(db: Database): Promise<boolean> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.name, showsSamples))
  return row?.value !== false
}

/** Stores it. The caller tells the pages. */
export async function saveShowsSamples(db: Database, value: boolean): Promise<void> {
  await db
    .insert(siteSettings)
    .values({ name: showsSamples, value })
    .onConflictDoUpdate({ target: siteSettings.name, set: { value } })
}
