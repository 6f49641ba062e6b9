import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { userInWords } from '#/contracts/accounts/accounts.ts'
import type { WrittenMail } from '#/contracts/notifications/mails.ts'
import { leadHistory, leadReminders, users } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { readLead } from '../lead/held-lead.ts'
import type { QueuedMail } from '../offers/offer-mails.ts'

/** A user who may read leads; undefined for one who may not, or not any more. */
export async function findColleague(db: Database | Transaction, which: SQL) {
  const [user] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(which, eq(users.role, 'admin'), isNull(users.disabledAt)))
  return user
}

/** Who wrote the last note that names this user; undefined if none does. */
async function findAuthor(db: Database, leadId: number, mentioned: string) {
  const [line] = await db
    .select({ by: leadHistory.actor })
    .from(leadHistory)
    .where(
      and(
        eq(leadHistory.leadId, leadId),
        eq(leadHistory.kind, 'mentioned'),
        eq(leadHistory.detail, mentioned),
      ),
    )
    .orderBy(desc(leadHistory.id))
    .limit(1)
  return line?.by ?? 'A colleague'
}

/** Writes a mail to a user about a lead that they work on, as things stand. */
export async function writeColleagueMail(
  db: Database,
  { channel, leadId, target }: QueuedMail,
): Promise<WrittenMail> {
  const lead = await readLead(db, leadId)
  if (!lead) return { cancelled: 'The request was deleted before the mail left.' }
  const user = await findColleague(db, eq(users.email, target ?? ''))
  if (!user) return { cancelled: 'The account was disabled or removed before the mail left.' }
  const { service, isUrgent, submissionId } = lead
  const facts = { leadId, service, isUrgent, reference: leadReference(submissionId) }
  if (channel === 'mention') {
    const by = await findAuthor(db, leadId, userInWords(user))
    return { wanted: { kind: 'mention', by, ...facts } }
  }
  const [reminder] = await db.select().from(leadReminders).where(eq(leadReminders.leadId, leadId))
  if (reminder?.userId === user.id && reminder.remindAt <= lead.now) {
    return { wanted: { kind: 'reminder', ...facts } }
  }
  return { cancelled: 'The reminder was removed or moved before the mail left.' }
}
