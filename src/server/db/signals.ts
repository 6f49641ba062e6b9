import { setTimeout as sleep } from 'node:timers/promises'
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

/** Says on a channel that there is something to look for; nobody waits for it. */
export type Announce = (channel: Channel) => void

/**
 * Makes an `announce` for what happens very often. A NOTIFY inside a transaction makes all commits
 * with one wait for each other's sync, so this one comes after the commit, and one stands for all
 * that happened within `pauseMs`. If the process dies in between, whoever listens finds out at its
 * next look by itself.
 */
export function createAnnounce(db: Database, pauseMs = 20): Announce {
  const waiting = new Set<Channel>()
  let isBusy = false
  async function sayAll() {
    isBusy = true
    while (waiting.size > 0) {
      const channels = [...waiting]
      waiting.clear()
      const said = channels.map((channel) => notify(db, channel, ''))
      // With the connection gone the listeners look by themselves as soon as there is a new one.
      await Promise.allSettled(said)
      await sleep(pauseMs)
    }
    isBusy = false
  }
  return (channel) => {
    waiting.add(channel)
    if (!isBusy) void sayAll()
  }
}
