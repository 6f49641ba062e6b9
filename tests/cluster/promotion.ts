import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseCluster, DatabaseMachine } from './database-cluster.ts'
import { waitUntil } from './wait-until.ts'

const limitMs = 90_000

/** What a machine has replied: the newest lead if it accepts writes, null if it does not. */
async function newestLead({ url }: DatabaseMachine): Promise<number | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ newest: number | null }>(
      'select case when not pg_is_in_recovery() then (select coalesce(max(id), 0)::int from leads) end newest',
    )
    return rows[0]?.newest ?? null
  } finally {
    client.connection.stream.destroy()
  }
}

/** A change of the primary: when another machine accepted writes, and the product stored there. */
export type Promotion = { promotedAt: number; storedAt: number }

/** Waits until another machine than the old primary accepts writes, and the product stores there. */
export async function awaitPromotion(
  { machines }: DatabaseCluster,
  old: DatabaseMachine,
): Promise<Promotion> {
  const others = machines.filter(({ name }) => name !== old.name)
  for (const since = Date.now(); Date.now() - since < limitMs; await sleep(20)) {
    const found = await Promise.all(others.map((each) => newestLead(each).catch(() => null)))
    const promotedAt = Date.now()
    const index = found.findIndex((newest) => newest !== null)
    const machine = others[index]
    if (!machine) continue
    const isStored = async () => ((await newestLead(machine)) ?? 0) > (found[index] ?? 0)
    await waitUntil('a lead on the new primary', isStored, limitMs)
    return { promotedAt, storedAt: Date.now() }
  }
  throw new Error(`no other machine than ${old.name} became the primary`)
}
