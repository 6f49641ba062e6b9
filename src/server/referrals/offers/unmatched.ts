import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { WrittenMail } from '#/contracts/notifications/mails.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { deliveries, leads, notificationRecipients, referrals } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { readSetting } from '../../db/settings.ts'
import { notify } from '../../db/signals.ts'
import type { Found } from '../../health/health.ts'
import { type HeldLead, readLead } from '../lead/held-lead.ts'

/**
 * Queues the mails to the owner that no contractor has a lead, and none is being asked; none if they
 * want no mails of that.
 */
export async function tellUnmatched(tx: Transaction, lead: HeldLead): Promise<void> {
  if ((await readSetting(tx, 'mutedMails')).includes('nobody-left')) return
  const { rowCount } = (await tx.execute(sql`
    insert into ${deliveries} (lead_id, channel, recipient_id, target, is_urgent)
    select ${lead.id}, 'unmatched', id, email, ${lead.isUrgent} from ${notificationRecipients}
    where is_active`)) as unknown as {
    rowCount: number
  }
  if (rowCount > 0) await notify(tx, 'deliveries_due', '')
}

/** Writes that mail as things stand. */
export async function writeUnmatched(db: Database, leadId: number): Promise<WrittenMail> {
  const lead = await readLead(db, leadId)
  if (!lead) return { cancelled: 'The request was deleted before the mail left.' }
  const { service, name, isUrgent, outcome, offers, ranOutAt } = lead
  if (outcome !== 'open' || offers.some(({ state }) => state === 'open')) {
    return { cancelled: 'The request no longer needed anyone, or was offered again.' }
  }
  const why = ranOutAt ? 'ran-out' : 'by-hand'
  return { wanted: { kind: 'unmatched', leadId, service, name, isUrgent, why } }
}

/** The most that are listed. */
const mostListed = 20

/** The open leads that no contractor has, and none is asked to take, oldest first. */
export async function findRanOut(db: Database): Promise<Found[]> {
  const waiting = await db
    .select({ id: leads.id, name: leads.name, at: referrals.ranOutAt })
    .from(referrals)
    .innerJoin(leads, eq(leads.id, referrals.leadId))
    .where(
      and(
        isNotNull(referrals.ranOutAt),
        eq(referrals.outcome, 'open'),
        eq(leads.isQuarantined, false),
      ),
    )
    .orderBy(asc(referrals.ranOutAt))
    .limit(mostListed)
  if (waiting.length === 0) return []
  return [
    {
      key: 'requests-without-contractor',
      text:
        waiting.length === 1
          ? 'A request has no contractor, and no one is being asked.'
          : `${waiting.length} requests have no contractor, and no one is being asked.`,
      since: waiting[0]?.at ?? new Date(),
      links: waiting.map(({ id, name }) => ({ text: name, path: leadPagePath(id) })),
    },
  ]
}
