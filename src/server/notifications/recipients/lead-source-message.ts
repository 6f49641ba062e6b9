import { defaultLeadSourceMessage } from '#/content/mails.ts'
import type { LeadSourceSettings } from '#/contracts/notifications/notifications.ts'
import { leadSourceSettings } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'

/** The stored message, or the one that a new installation starts with. */
export async function readLeadSourceSettings(db: Database): Promise<LeadSourceSettings> {
  const [row] = await db.select({ message: leadSourceSettings.message }).from(leadSourceSettings)
  return { message: row?.message ?? defaultLeadSourceMessage }
}

/** Stores the message for every mail that is sent from now on. */
export async function saveLeadSourceSettings(
  db: Database,
  { message }: LeadSourceSettings,
): Promise<void> {
  await db
    .insert(leadSourceSettings)
    .values({ message })
    .onConflictDoUpdate({ target: leadSourceSettings.isOnly, set: { message } })
}
