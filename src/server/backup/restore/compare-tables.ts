import type { Client } from 'pg'
import { BackupError } from '../backup-error.ts'
import type { Manifest } from '../file/manifest.ts'
import { listTables } from '../make/list-tables.ts'
import { newTally, readRows, setTextFormat } from '../make/read-rows.ts'

/**
 * Reads every restored table as the backup was read, and compares. Throws a BackupError that names
 * the table which is not the same.
 */
export async function compareTables(client: Client, { tables }: Manifest): Promise<void> {
  await client.query('begin transaction read only')
  await setTextFormat(client)
  const found = new Map((await listTables(client)).map((table) => [table.name, table]))
  for (const { name, rows, sha256 } of tables) {
    const table = found.get(name)
    if (!table) throw new BackupError(`The restored database has no table ${name}.`)
    const tally = newTally()
    for await (const _ of readRows(client, table, tally));
    if (tally.rows !== rows || tally.hash.digest('hex') !== sha256)
      throw new BackupError(`${name} is not the same after a restore.`)
  }
  await client.query('commit')
}
