import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { Setup } from './setup.ts'
import { childrenOf, pause, signal } from './signals.ts'

/** Runs one statement over a connection of its own, which may write also while others may not. */
export async function ask<Row>(connection: ClientConfig, statement: string): Promise<Row[]> {
  const options = '-c default_transaction_read_only=off'
  const client = new Client({ ...connection, options, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end().catch(() => {})
  }
}

/** Repeats a statement until a server that starts or recovers, or whose disk is away, has run it. */
async function askUntilDone(connection: () => ClientConfig, statement: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask(connection(), statement)
      return
    } catch (error) {
      if (tries === 100) throw error
      await sleep(200)
    }
  }
}

/** How to reach a PostgreSQL server on this machine, and its first process. */
export type LocalServer = { connection: () => ClientConfig; postmaster: () => Promise<number> }

/** What can happen to a PostgreSQL server on this machine. `restart` starts it if nobody else does. */
export function databaseFaults(
  { connection, postmaster }: LocalServer,
  restart: () => Promise<void>,
): Setup['faults'] {
  const setReadOnly = async (value: 'on' | 'off') => {
    await askUntilDone(connection, `alter system set default_transaction_read_only = ${value}`)
    await askUntilDone(connection, 'select pg_reload_conf()')
  }
  const ofDatabase = (make: Setup['faults'][string]['make']) => ({ victim: 'database', make })
  return {
    'database killed': ofDatabase(async ({ lastsMs }) => {
      signal(await postmaster(), 'SIGKILL')
      await sleep(lastsMs)
      await restart()
    }),
    'backend killed': ofDatabase(async ({ place }) => {
      const backends = await childrenOf(await postmaster())
      const backend = backends[place % backends.length]
      if (backend) signal(backend, 'SIGKILL')
    }),
    'database paused': ofDatabase(async ({ lastsMs }) => {
      const first = await postmaster()
      await pause([first, ...(await childrenOf(first))], lastsMs)
    }),
    'database read-only': ofDatabase(async ({ lastsMs }) => {
      await setReadOnly('on')
      await sleep(lastsMs)
      await setReadOnly('off')
    }),
  }
}
