import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ContractorMailKind, NewsKind } from '#/contracts/referrals/owner-news.ts'
import { deliveries, leads, ownerNews } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { readSetting } from '../../db/settings.ts'
import { notify } from '../../db/signals.ts'
import type { HeldLead } from './held-lead.ts'

/**
 * Tells the owner what happened to a lead, in the transaction that makes it so: in the inbox at once,
 * and by mail unless they want none of this kind. `detail` names a contractor, and nothing of the lead.
 */
export async function addNews(
  tx: Transaction,
  { id: leadId }: HeldLead,
  kind: NewsKind,
  detail?: string,
): Promise<void> {
  await tx.insert(ownerNews).values({ leadId, kind, detail, createdAt: sql`clock_timestamp()` })
  await notify(tx, 'leads_changed', '')
}

/** Whether the owner wants visitors to be sent mails. */
export async function areVisitorMailsOn(db: Database | Transaction): Promise<boolean> {
  return (await readSetting(db, 'visitorMails')).sendsMails
}

/** The most mails to an address in a day on how its requests stand: anyone can type any address. */
const mostUpdatesADay = 6

/**
 * Queues the mail that tells the visitor of a lead how it stands. It is written when it leaves, so one
 * that waits is enough. None while the owner wants no mails to visitors, nor beyond the limit. Returns
 * whether one leaves.
 */
export async function tellVisitor(tx: Transaction, lead: HeldLead): Promise<boolean> {
  if (lead.email === '' || !(await areVisitorMailsOn(tx))) return false
  await tx
    .delete(deliveries)
    .where(
      and(
        eq(deliveries.leadId, lead.id),
        eq(deliveries.channel, 'update'),
        eq(deliveries.state, 'pending'),
        sql`${deliveries.claimToken} is null`,
      ),
    )
  const ofAddress = tx
    .select({ id: leads.id })
    .from(leads)
    .where(eq(sql`lower(${leads.email})`, sql`lower(${lead.email})`))
  const lately = and(
    inArray(deliveries.leadId, ofAddress),
    eq(deliveries.channel, 'update'),
    sql`${deliveries.createdAt} > now() - interval '1 day'`,
  )
  if ((await tx.$count(deliveries, lately)) >= mostUpdatesADay) return false
  await tx.insert(deliveries).values({
    leadId: lead.id,
    channel: 'update',
    target: lead.email,
    isUrgent: lead.isUrgent,
    dueAt: lead.now,
    queuedAt: lead.now,
  })
  await notify(tx, 'deliveries_due', '')
  return true
}

/** Whether contractors are to get no mails of this kind. */
export async function isMuted(tx: Transaction, kind: ContractorMailKind): Promise<boolean> {
  return (await readSetting(tx, 'mutedMails')).includes(kind)
}
