import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { leadChanges } from '../db/schema.ts'
import { notify } from '../db/signals.ts'

/** What open inboxes can be told of a lead. */
export type ChangeKind = (typeof leadChanges.$inferSelect)['kind']

/** Tells every open inbox that these leads have changed, when the transaction commits. */
export async function announceLeads(
  tx: Transaction,
  leadIds: readonly number[],
  kind: ChangeKind,
): Promise<void> {
  if (leadIds.length === 0) return
  // One parameter however many there are.
  await tx.execute(sql`
    insert into ${leadChanges} (lead_id, kind)
    select id, ${kind} from unnest(${sql.param(leadIds)}::bigint[]) id`)
  await notify(tx, 'leads_changed', '')
}
