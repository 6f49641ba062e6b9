import type { Client } from 'pg'
import { SharedSessions } from '../failures.ts'
import { started } from './server-state.ts'

/** Marks a session that one of our connections has used. It ends with the session. */
const marker = 'breezeway.session'

/**
 * Settings of each connection of the pool, made by a statement: a pooler such as pgbouncer refuses
 * what a connection asks for when it is opened, or drops it without a word.
 */
const sessionSettings = {
  statement_timeout: '15s',
  idle_in_transaction_session_timeout: '15s',
  // Every query here is short: starting workers or a compiler would take longer than the query.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // After waiting for a lock, a statement sees what the last holder stored.
  default_transaction_isolation: 'read committed',
}

// The materialized part runs first: the earlier marker is read before it is set.
const mark = `
  with found as materialized (
    select nullif(current_setting('${marker}', true), '') marker, ${started})
  select marker, started, set_config('${marker}', coalesce(marker, 'in use'), false) from found`

/**
 * Marks the session of a new connection as ours, and returns when its server was started, as in
 * `ServerState`. Throws SharedSessions if another connection has marked it: a pooler then gives one
 * session to several connections, and settings, locks and LISTEN hold for none of them.
 */
export async function claimSession(client: Client, timeoutMs: number): Promise<string> {
  const question = { text: mark, query_timeout: timeoutMs }
  const { rows } = await client.query<{ marker: string | null; started: string }>(question)
  const [{ marker: found, started: serverStarted } = { marker: null, started: '' }] = rows
  if (found !== null) throw new SharedSessions()
  return serverStarted
}

const set = 'select set_config(key, value, false) from json_each_text($1)'
const readBack = 'select key, current_setting(key) value from json_each_text($1)'

/**
 * Sets a session up for the pool, and reads it back. Throws SharedSessions if a setting was lost.
 */
export async function setUpSession(
  client: Client,
  synchronousCommit: string,
  timeoutMs: number,
): Promise<void> {
  const wanted = { ...sessionSettings, synchronous_commit: synchronousCommit }
  const ask = (text: string) => {
    const question = { text, values: [JSON.stringify(wanted)], query_timeout: timeoutMs }
    return client.query<{ key: string; value: string }>(question)
  }
  await ask(set)
  const { rows } = await ask(readBack)
  const kept = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  for (const [name, value] of Object.entries(wanted)) {
    if (kept[name] !== value) throw new SharedSessions()
  }
}
