import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { WrittenMail } from '#/contracts/notifications/mails.ts'
import { leadReminders, users } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { readLead } from '../lead/held-lead.ts'
import type { QueuedMail } from '../offers/offer-mails.ts'

/** Returns a user who may read leads; undefined for one who may not, or not any more. */
export async function findColleague(db: Database | Transaction, which: SQL) {
  const [user] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(which, eq(users.role, 'admin'), isNull(users.disabledAt)))
  return user
}

/** Writes the mail to a user who wanted to see a lead again, as things stand. */
export async function writeReminderMail(
  db: Database,
  { leadId, target }: QueuedMail,
): Promise<WrittenMail> {
  const lead = await readLead(db, leadId)
  if (!lead) return { cancelled: 'The request was deleted before the mail left.' }
  const user = await findColleague(db, eq(users.email, target ?? ''))
  if (!user) return { cancelled: 'The account was disabled or removed before the mail left.' }
  const [reminder] = await db.select().from(leadReminders).where(eq(leadReminders.leadId, leadId))
  if (reminder?.userId !== user.id || reminder.remindAt > lead.now) {
    return { cancelled: 'The reminder was removed or moved before the mail left.' }
  }
  const { service, isUrgent, submissionId } = lead
  const reference = leadReference(submissionId)
  return { wanted: { kind: 'reminder', leadId, service, isUrgent, reference } }
}
