import { type Client, DatabaseError, escapeLiteral } from 'pg'
import { SchemaTooOld } from '../failures.ts'
import { locks } from '../locks.ts'

/**
 * Made with the cluster. A start prepares the role below with it; nothing else signs in with it.
 */
export const superuser = 'breezeway'

/**
 * The role of the product: it owns its database and all in it, and is no superuser, so that no
 * statement can run a program or reach a file of the machine.
 */
export const productRole = 'site'

/** SQLSTATEs of a server that stops. */
const stopping = ['57P01', '57P02']

async function prepare(client: Client, password: string | undefined): Promise<void> {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [locks.roles])
  const { rows } = await client.query<{ has_role: boolean; has_tables: boolean }>(
    `select exists (select from pg_roles where rolname = $1) has_role,
       to_regnamespace('drizzle') is not null has_tables`,
    [productRole],
  )
  if (!rows[0]?.has_role) {
    if (rows[0]?.has_tables) throw new SchemaTooOld()
    const secret = password === undefined ? '' : `password ${escapeLiteral(password)}`
    await client.query(`create role ${productRole} login ${secret}`)
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

/**
 * Makes the product's role if there is none, and gives it the database. The client must be signed in as
 * the superuser. Returns false if that must be tried again, because the server stops. Throws
 * SchemaTooOld for the tables of a version that had no such role.
 */
export async function prepareRole(client: Client, password: string | undefined): Promise<boolean> {
  try {
    await prepare(client, password)
    return true
  } catch (error) {
    if (error instanceof SchemaTooOld) throw error
    if (error instanceof DatabaseError && !stopping.includes(error.code ?? '')) throw error
    return false
  }
}
