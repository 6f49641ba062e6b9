import { sql } from 'drizzle-orm'
import type { Client, ClientConfig } from 'pg'
import type { Database, ServerSafety } from '../database.ts'
import { SharedSessions } from '../failures.ts'
import { answerMs, withClient } from '../with-client.ts'

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

// Without the right to read statistics a role sees that there are standbys, and no more of them.
const statement = `
  select ${excessRight} "excessRight", array_remove(array[
      case when current_setting('fsync') = 'off' then 'fsync' end,
      case when current_setting('full_page_writes') = 'off' then 'full_page_writes' end,
      case when current_setting('synchronous_standby_names') = '' and exists (
        select from pg_stat_replication where state is distinct from 'backup') then 'failover' end
    ], null) "commitRisks"`

/** Asks a server how it keeps what is stored, and what the role of the product may do there. */
export async function readSafety(db: Database): Promise<ServerSafety> {
  const { rows } = await db.execute<ServerSafety>(sql.raw(statement))
  const [safety] = rows
  if (!safety) throw new Error('The database server returned no settings.')
  return safety
}

/** Asks a server whether it takes no writes. Throws if it does not answer within `timeoutMs`. */
export async function isReadOnly(client: Client, timeoutMs: number): Promise<boolean> {
  const question = { text: 'show transaction_read_only', query_timeout: timeoutMs }
  const { rows } = await client.query<{ transaction_read_only: string }>(question)
  return rows[0]?.transaction_read_only !== 'off'
}

/** Settings of each connection of the pool, whatever those of the database. */
const settings = {
  // A commit is on the server's disk, and on its synchronous standby's, before it is reported.
  synchronous_commit: 'on',
  statement_timeout: '15s',
  idle_in_transaction_session_timeout: '15s',
  // Every query here is short: starting workers or a compiler would take longer than the query.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // After waiting for a lock, a statement sees what the last holder stored.
  default_transaction_isolation: 'read\\ committed',
}

const options = Object.entries(settings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** Adds the settings of a session to what a connection asks for when it is opened. */
export function withSettings(connection: ClientConfig): ClientConfig {
  if (!connection.connectionString) return { ...connection, options }
  const url = new URL(connection.connectionString)
  const named = url.searchParams.get('options')
  url.searchParams.set('options', named ? `${named} ${options}` : options)
  return { ...connection, connectionString: url.href }
}

const question = `
  select pg_backend_pid() backend, current_setting('statement_timeout') = '15s'
    and current_setting('synchronous_commit') = 'on' "hasSettings"`

/**
 * Throws SharedSessions behind a pooler that gives one session to several connections, or drops what a
 * connection asks for when it is opened: settings, locks and LISTEN would then hold for none of them.
 */
export async function refuseSharedSessions(connection: ClientConfig): Promise<void> {
  const asked = { ...withSettings(connection), query_timeout: answerMs }
  const ask = async (client: Client) =>
    (await client.query<{ backend: number; hasSettings: boolean }>(question)).rows[0]
  try {
    await withClient(asked, async (client) => {
      const [one, other] = [await ask(client), await withClient(asked, ask)]
      if (!one?.hasSettings || !other?.hasSettings || one.backend === other.backend)
        throw new SharedSessions()
    })
  } catch (error) {
    const isRefused = error instanceof Error && /startup parameter/.test(error.message)
    throw isRefused ? new SharedSessions() : error
  }
}
