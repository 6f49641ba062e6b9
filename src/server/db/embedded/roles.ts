import { type Client, DatabaseError, escapeLiteral } from 'pg'
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

/** A process of an earlier version may use a table, and others wait behind a process that waits for it. */
const lockTimeout = '1s'

/** SQLSTATEs lock_not_available, deadlock_detected, and those of a server that stops. */
const passing = ['55P03', '40P01', '57P01', '57P02']

/**
 * Statements that give the product's role what still belongs to the superuser, with which earlier
 * versions made all their tables. None at a later start. What an extension has made is left alone.
 */
const leftToOwn = `
  select format('alter database %I owner to ${productRole}', datname) statement, 1 place
    from pg_database where datname = current_database() and datdba = current_user::regrole
  union all select format('alter schema %I owner to ${productRole}', nspname), 2
    from pg_namespace where nspname in ('public', 'drizzle') and nspowner = current_user::regrole
  union all select format('alter table %s owner to ${productRole}', c.oid::regclass), 3
    from pg_class c join pg_namespace n on n.oid = relnamespace and nspname in ('public', 'drizzle')
    where relkind in ('r', 'p', 'v', 'm', 'S') and relowner = current_user::regrole and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
        and (deptype = 'e' or relkind = 'S' and deptype in ('a', 'i')))
  union all select format('alter routine %s owner to ${productRole}', p.oid::regprocedure), 4
    from pg_proc p join pg_namespace n on n.oid = pronamespace and nspname in ('public', 'drizzle')
    where proowner = current_user::regrole and not exists (
      select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  order by place`

async function prepare(client: Client, password: string | undefined): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = '${lockTimeout}'`)
  await client.query('select pg_advisory_xact_lock($1)', [locks.roles])
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [productRole])
  if (rowCount === 0) {
    const secret = password === undefined ? '' : `password ${escapeLiteral(password)}`
    await client.query(`create role ${productRole} login ${secret}`)
    // The server's log gets no errors of its statements: they may contain what a visitor typed.
    await client.query(`alter role ${productRole} set log_min_messages = log`)
  }
  const { rows } = await client.query<{ statement: string }>(leftToOwn)
  for (const { statement } of rows) await client.query(statement)
  await client.query('commit')
}

/**
 * Makes the product's role if there is none, and gives it the database. The client must be signed in as
 * the superuser. Returns false if that must be tried again, because a process of an earlier version is
 * at work on a table, or the server stops.
 */
export async function prepareRole(client: Client, password: string | undefined): Promise<boolean> {
  try {
    await prepare(client, password)
    return true
  } catch (error) {
    if (error instanceof DatabaseError && !passing.includes(error.code ?? '')) throw error
    return false
  }
}
