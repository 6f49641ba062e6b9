import { sql } from 'drizzle-orm'
import type { Channel, Database, Transaction } from './database.ts'

/**
 * Sends a database signal to every listening process, this one included, when the transaction
 * commits. A payload has at most 8,000 bytes, so it names what has changed but not the new values.
 */
export async function notify(tx: Database, channel: Channel, payload: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`)
}

/** The signal that leads have changed, as a part of a statement. */
export const leadsChanged = sql`pg_notify('leads_changed', '')`

/** Wakes who does something for leads, or shows them, as soon as the transaction commits. */
export const announceLeads = (tx: Transaction): Promise<void> => notify(tx, 'leads_changed', '')
