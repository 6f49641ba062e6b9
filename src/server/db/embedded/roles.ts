import type { Client, ClientConfig } from 'pg'
import { SchemaTooOld } from '../failures.ts'
import { answerMs, withClient } from '../with-client.ts'

/**
 * Made with the cluster. A start prepares the role below with it; nothing else signs in with it.
 */
export const superuser = 'breezeway'

/**
 * The role of the product: it owns its database and all in it, and is no superuser, so that no
 * statement can run a program or reach a file of the machine.
 */
export const productRole = 'site'

/**
 * Makes the product's role if there is none, and gives it the database. The connection is that of the
 * superuser. Throws SchemaTooOld for the tables of a version that had no such role.
 */
export async function prepareRole(connection: ClientConfig): Promise<void> {
  await withClient({ ...connection, query_timeout: answerMs }, prepare)
}

async function prepare(client: Client): Promise<void> {
  await client.query('begin')
  const { rows } = await client.query<{ has_role: boolean; has_tables: boolean }>(
    `select exists (select from pg_roles where rolname = $1) has_role,
       to_regnamespace('drizzle') is not null has_tables`,
    [productRole],
  )
  if (!rows[0]?.has_role) {
    if (rows[0]?.has_tables) throw new SchemaTooOld()
    await client.query(`create role ${productRole} login`)
    // The server's log gets no errors of its statements: they may contain what a visitor typed.
    await client.query(`alter role ${productRole} set log_min_messages = log`)
    await client.query(`alter database postgres owner to ${productRole}`)
  }
  // An earlier version archived the log by this slot: nobody advances it, and it would hold log for ever.
  const { rowCount } = await client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots
     where slot_name = 'archive' and not active`,
  )
  await client.query('commit')
  if (rowCount) await client.query('alter system reset max_slot_wal_keep_size')
}
