import type { Client } from 'pg'
import type { CommitRisk } from '../database.ts'

/** What a server says of itself. */
export type ServerState = {
  /** When it was started, to the microsecond: unique for each server. */
  started: string
  isReadOnly: boolean
  /** How far a commit goes before it is reported, as the server is set up. */
  synchronousCommit: string
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
export const started = 'pg_postmaster_start_time()::text started'

// Without the right to read statistics a role sees that there are standbys, and no more of them.
const statement = `
  select ${started},
    current_setting('transaction_read_only') = 'on' "isReadOnly",
    current_setting('synchronous_commit') "synchronousCommit",
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

/**
 * The `synchronous_commit` for connections that store: a commit is on the server's disk, and on its
 * synchronous standby's, before it is reported. The owner may choose another way to wait for the
 * standby, but always waits for a disk.
 */
export function synchronousCommitFor({ synchronousCommit }: ServerState): string {
  return synchronousCommit.startsWith('remote_') ? synchronousCommit : 'on'
}
