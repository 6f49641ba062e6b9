import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { deliveries, notificationRecipients as recipients, webhooks } from '../db/schema.ts'
import { notify } from '../db/signals.ts'

/**
 * Makes a pending delivery of a lead for each active recipient and webhook, in the caller's
 * transaction. Doing so twice changes nothing.
 */
export async function queueDeliveries(tx: Database, leadId: number): Promise<void> {
  await tx.execute(sql`
    insert into ${deliveries} (lead_id, channel, recipient_id, webhook_id, target)
    select ${leadId}::bigint, 'mail', ${recipients.id}, null::bigint, ${recipients.email}
      from ${recipients} where ${recipients.isActive}
    union all
    select ${leadId}::bigint, 'webhook', null, ${webhooks.id}, ${webhooks.url}
      from ${webhooks} where ${webhooks.isActive}
    on conflict do nothing`)
  await notify(tx, 'deliveries_due', '')
}
