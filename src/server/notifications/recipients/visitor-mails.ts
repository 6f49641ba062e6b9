import type { VisitorMails } from '#/contracts/notifications/notifications.ts'
import { visitorMailSettings } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'

/** Whether visitors are sent mails: none until the owner wants it. */
export async function readVisitorMails(db: Database): Promise<VisitorMails> {
  const [row] = await db
    .select({ sendsMails: visitorMailSettings.sendsMails })
    .from(visitorMailSettings)
  return row ?? { sendsMails: false }
}

/** Stores it for everything that happens from now on. */
export async function saveVisitorMails(db: Database, mails: VisitorMails): Promise<void> {
  await db
    .insert(visitorMailSettings)
    .values(mails)
    .onConflictDoUpdate({ target: visitorMailSettings.isOnly, set: mails })
}
