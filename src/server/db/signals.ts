import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Announce, Channel, Database } from './database.ts'

/**
 * Sends a database signal to every listening process, this one included, when the transaction
 * commits. A payload has at most 8,000 bytes, so it names what has changed but not the new values.
 */
export async function notify(tx: Database, channel: Channel, payload: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`)
}

/**
 * Makes an `announce` for signals that are sent very often. Transactions that contain a NOTIFY must
 * commit one after the other, and each waits for the sync of the one before. So this sends after
 * the commit, and only one signal for all changes within `pauseMs`. If the process dies in between,
 * the listeners find the change when they next poll.
 */
export function createAnnounce(db: Database, pauseMs = 20): Announce {
  const waiting = new Set<Channel>()
  let isSending = false
  async function sendAll() {
    isSending = true
    // Signals announced in the same turn of the event loop are sent together.
    await Promise.resolve()
    while (waiting.size > 0) {
      const channels = sql.param([...waiting])
      waiting.clear()
      // If the connection is lost, listeners read all changes once they have a new one.
      await db
        .execute(sql`select pg_notify(channel, '') from unnest(${channels}::text[]) channel`)
        .catch(() => {})
      await sleep(pauseMs)
    }
    isSending = false
  }
  return (channel) => {
    waiting.add(channel)
    if (!isSending) void sendAll()
  }
}
