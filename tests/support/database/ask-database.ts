import { realpathSync } from 'node:fs'
import { Client, type ClientConfig } from 'pg'
import { pathsIn } from '#/server/db/embedded/folders.ts'

/** How to reach the embedded database of a data folder. */
export const embeddedIn = (dataDir: string): ClientConfig => ({
  // The path of a socket must be short, so a link is followed to the short folder behind it.
  host: realpathSync(pathsIn(dataDir).socket),
  user: 'breezeway',
  database: 'postgres',
})

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
