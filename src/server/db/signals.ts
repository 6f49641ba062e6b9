import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** What processes tell each other through the database. */
export type Channel = 'seo_changed' | 'leads_changed' | 'deliveries_due'

/** Hears what is said on a channel. */
export type Listener = {
  onMessage: (payload: string) => void
  /**
   * Messages may have been missed and none is heard for now: the connection was lost. What was
   * built from earlier ones cannot be trusted until `onRestored`.
   */
  onLost?: () => void
  /** Messages are heard again. Whatever was said in between was not. */
  onRestored?: () => void
}

/** Starts hearing a channel, in this process; resolves once nothing more is missed. */
export type Listen = (channel: Channel, listener: Listener) => Promise<void>

/**
 * Says something to every process that listens, the own one included, when the transaction commits.
 * The payload is at most 8,000 bytes, so say what has changed and not how.
 */
export async function notify(tx: Database, channel: Channel, payload: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`)
}
