import type { Client } from 'pg'
import type { CommitRisk } from '#/contracts/inbox.ts'

/** What a server says of itself. */
export type ServerState = {
  /** When it was started, to the microsecond: no other server has the same. */
  started: string
  isReadOnly: boolean
  /** How far a commit goes before it is reported, as the server is set up. */
  synchronousCommit: string
  commitRisks: CommitRisk[]
  /** The product has signed in as a superuser: an error of its could then run programs there. */
  isSuperuser: boolean
}

const started = 'pg_postmaster_start_time()::text started'

// Without the right to read statistics one sees that there are standbys, and no more of them.
const statement = `
  select ${started},
    current_setting('transaction_read_only') = 'on' "isReadOnly",
    current_setting('synchronous_commit') "synchronousCommit",
    current_setting('is_superuser') = 'on' "isSuperuser",
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

/** When the server of a connection was started, as in `ServerState`. Throws after `timeoutMs`. */
export async function readServerStart(client: Client, timeoutMs: number): Promise<string> {
  const question = { text: `select ${started}`, query_timeout: timeoutMs }
  const { rows } = await client.query<Pick<ServerState, 'started'>>(question)
  return rows[0]?.started ?? ''
}

/**
 * The `synchronous_commit` for connections that store: a commit is on the server's disk, and on its
 * synchronous standby's, before it is reported. Other ways to wait for the standby are the owner's
 * to choose; not to wait for a disk is not.
 */
export function synchronousCommitFor({ synchronousCommit }: ServerState): string {
  return synchronousCommit.startsWith('remote_') ? synchronousCommit : 'on'
}
