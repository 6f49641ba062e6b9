import { and, eq, sql } from 'drizzle-orm'
import type { NewsKind } from '#/contracts/referrals/owner-news.ts'
import { deliveries, ownerNews } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
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

/**
 * Queues the mail that tells the visitor of a lead how it stands. It is written when it leaves, so one
 * that waits is enough.
 */
export async function tellVisitor(tx: Transaction, lead: HeldLead): Promise<void> {
  if (lead.email === '') return
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
  await tx.insert(deliveries).values({
    leadId: lead.id,
    channel: 'update',
    target: lead.email,
    isUrgent: lead.isUrgent,
    dueAt: lead.now,
    queuedAt: lead.now,
  })
  await notify(tx, 'deliveries_due', '')
}
