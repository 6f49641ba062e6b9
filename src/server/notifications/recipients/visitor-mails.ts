import type { VisitorMails } from '#/contracts/notifications.ts'
import type { Database } from '../../db/database.ts'
import { visitorMailSettings } from '../../db/schema.ts'

/** Which mails visitors are sent: none until the owner wants it. */
export async function readVisitorMails(db: Database): Promise<VisitorMails> {
  const [row] = await db
    .select({ sendsReceived: visitorMailSettings.sendsReceived })
    .from(visitorMailSettings)
  return row ?? { sendsReceived: false }
}

/** Stores it for every request that comes from now on. */
export async function saveVisitorMails(db: Database, mails: VisitorMails): Promise<void> {
  await db
    .insert(visitorMailSettings)
    .values(mails)
    .onConflictDoUpdate({ target: visitorMailSettings.isOnly, set: mails })
}
