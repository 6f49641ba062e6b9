import { and, eq, sql } from 'drizzle-orm'
import type { LeadEntry } from '#/contracts/leads.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { deliveries, leads } from '../../db/schema.ts'
import { announceLeads } from '../changes.ts'
import { recordHistory } from '../history.ts'
import { entryColumns, toEntry } from '../lead-rows.ts'

/** Queues the notifications of a lead inside the transaction that decides that there are any. */
export type QueueDeliveries = (tx: Transaction, leadId: number) => Promise<void>

/** Why a lead is in quarantine that no signal put there. */
const markedByHand = 'Marked as spam by hand'

async function findEntry(tx: Transaction, leadId: number): Promise<LeadEntry | undefined> {
  const [row] = await tx.select(entryColumns).from(leads).where(eq(leads.id, leadId))
  return row && toEntry(row)
}

/**
 * Makes a lead of what was in quarantine, and queues its notifications unless it had them before it
 * came there. Releasing twice is releasing once. Answers undefined if there is no such lead.
 */
export async function releaseLead(
  db: Database,
  leadId: number,
  { actor, queueDeliveries }: { actor: string; queueDeliveries: QueueDeliveries },
): Promise<LeadEntry | undefined> {
  return db.transaction(async (tx) => {
    const [released] = await tx
      .update(leads)
      .set({ isQuarantined: false })
      // Of two that release at once the second waits here, and then finds nothing to release.
      .where(and(eq(leads.id, leadId), eq(leads.isQuarantined, true)))
      .returning(entryColumns)
    if (!released) return findEntry(tx, leadId)
    const [notified] = await tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(eq(deliveries.leadId, leadId))
      .limit(1)
    if (!notified) await queueDeliveries(tx, leadId)
    await recordHistory(tx, leadId, { kind: 'released', actor })
    await announceLeads(tx, [leadId], 'received')
    return toEntry(released)
  })
}

/** Puts a lead into quarantine. Answers undefined if there is no such lead. */
export async function quarantineLead(
  db: Database,
  leadId: number,
  actor: string,
): Promise<LeadEntry | undefined> {
  return db.transaction(async (tx) => {
    const [quarantined] = await tx
      .update(leads)
      .set({
        isQuarantined: true,
        quarantineReasons: sql`array_append(array_remove(quarantine_reasons, ${markedByHand}), ${markedByHand})`,
      })
      .where(and(eq(leads.id, leadId), eq(leads.isQuarantined, false)))
      .returning(entryColumns)
    if (!quarantined) return findEntry(tx, leadId)
    await recordHistory(tx, leadId, { kind: 'quarantined', actor })
    await announceLeads(tx, [leadId], 'changed')
    return toEntry(quarantined)
  })
}
