import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Announce, Channel, Database } from './database.ts'

/**
 * Says something to every process that listens, the own one included, when the transaction commits.
 * The payload is at most 8,000 bytes, so say what has changed and not how.
 */
export async function notify(tx: Database, channel: Channel, payload: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`)
}

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
