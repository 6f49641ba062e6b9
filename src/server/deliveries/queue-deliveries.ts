import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { deliveries, notificationRecipients as recipients } from '../db/schema.ts'

/** Makes one pending delivery of a lead for each active recipient, in the caller's transaction. */
export async function queueDeliveries(tx: Database, leadId: number): Promise<void> {
  await tx.execute(sql`
    insert into ${deliveries} (lead_id, recipient_id)
    select ${leadId}::bigint, ${recipients.id} from ${recipients} where ${recipients.isActive}`)
}
