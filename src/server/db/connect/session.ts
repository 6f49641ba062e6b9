import type { Client } from 'pg'
import type { CommitRisk } from '../database.ts'
import { SharedSessions } from '../failures.ts'

/** What a server says of itself. */
export type ServerState = {
  /** When it was started, to the microsecond: unique for each server. */
  started: string
  isReadOnly: boolean
  commitRisks: CommitRisk[]
  /**
   * The right by which the role of the product could run programs on the server's machine or reach files
   * of it: `superuser`, the name of the role that has it, or `createrole`. Null for none.
   */
  excessRight: string | null
}

/**
 * COPY to a program needs pg_execute_server_program or a superuser; the two other roles lead to the
 * same through the server's own files. A right that is held through another role counts too, also
 * where SET ROLE must take it first. Until PostgreSQL 16 a role with CREATEROLE could give itself
 * each of them. https://www.postgresql.org/docs/current/predefined-roles.html
 */
const excessRight = `
  case when current_setting('is_superuser') = 'on' then 'superuser' else (
    select case when rolsuper then 'superuser' when rolname ~ '^pg_' then rolname else 'createrole' end
    from pg_roles where pg_has_role(oid, 'member') and (
      rolsuper or rolcreaterole and current_setting('server_version_num')::int < 160000
      or rolname in ('pg_execute_server_program', 'pg_write_server_files', 'pg_read_server_files'))
    order by rolsuper desc, rolname ~ '^pg_' desc, rolname limit 1) end`

/** Says when the server of a connection was started, as a column of a query. */
const started = 'pg_postmaster_start_time()::text started'

// Without the right to read statistics a role sees that there are standbys, and no more of them.
const statement = `
  select ${started},
    current_setting('transaction_read_only') = 'on' "isReadOnly",
    ${excessRight} "excessRight",
    array_remove(array[
      case when current_setting('fsync') = 'off' then 'fsync' end,
      case when current_setting('full_page_writes') = 'off' then 'full_page_writes' end,
      case when current_setting('synchronous_standby_names') = '' and exists (
        select from pg_stat_replication where state is distinct from 'backup') then 'failover' end
    ], null) "commitRisks"`

/** Asks a server. Throws if it does not answer within `timeoutMs`. */
export async function readServerState(client: Client, timeoutMs: number): Promise<ServerState> {
  const question = { text: statement, query_timeout: timeoutMs }
  const { rows } = await client.query<ServerState>(question)
  const [state] = rows
  if (!state) throw new Error('The server says nothing of itself.')
  return state
}

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

/**
 * A commit is on the server's disk, and on its synchronous standby's, before it is reported. The owner
 * may choose another way to wait for the standby (`remote_write`, `remote_apply`), but not to wait for
 * no disk.
 */
const synchronousCommit = `
  case when current_setting('synchronous_commit') ~ '^remote_' then current_setting('synchronous_commit')
    else 'on' end`

const set = `
  select key, set_config(key, value, false) value from (
    select * from json_each_text($1) union all select 'synchronous_commit', ${synchronousCommit}) wanted`
const findLost = 'select from json_each_text($1) where current_setting(key) <> value'

/**
 * Sets a session up for the pool, and reads it back. Throws SharedSessions if a setting was lost.
 */
export async function setUpSession(client: Client, timeoutMs: number): Promise<void> {
  const ask = (text: string, settings: object) => {
    const question = { text, values: [JSON.stringify(settings)], query_timeout: timeoutMs }
    return client.query<{ key: string; value: string }>(question)
  }
  const { rows } = await ask(set, sessionSettings)
  const wanted = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  const { rowCount } = await ask(findLost, wanted)
  if (rowCount !== 0) throw new SharedSessions()
}
