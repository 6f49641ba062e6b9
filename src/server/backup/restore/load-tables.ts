import { once } from 'node:events'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError } from '../backup-error.ts'
import type { Manifest } from '../file/manifest.ts'
import { type PartText, readParts } from '../file/read-backup.ts'
import { columnList, inOurSchema } from '../make/list-tables.ts'

/** The source of the rows; `stop` ends it early. */
type BackupSource = {
  path: string
  secretKeys: readonly string[]
  stop?: AbortSignal | undefined
}

async function loadPart(client: Client, { table, text }: PartText): Promise<void> {
  const stream = client.query(
    copyFrom(`copy ${inOurSchema(table.name)} (${columnList(table.columns)}) from stdin`),
  )
  const finished = once(stream, 'finish')
  stream.end(text)
  await finished
}

async function checkRows(client: Client, { tables }: Manifest): Promise<void> {
  for (const { name, rows } of tables) {
    const { rows: counted } = await client.query<{ count: string }>(
      `select count(*) from ${inOurSchema(name)}`,
    )
    if (Number(counted[0]?.count) !== rows)
      throw new BackupError(`${name} would have ${counted[0]?.count} rows instead of ${rows}.`)
  }
}

/** Fills empty tables with the rows of a backup, within a transaction. */
export async function loadTables(
  client: Client,
  { path, secretKeys, stop }: BackupSource,
  wanted: Manifest,
): Promise<void> {
  for await (const part of readParts(path, secretKeys, wanted)) {
    stop?.throwIfAborted()
    await loadPart(client, part)
  }
  await checkRows(client, wanted)
  for (const { name, last } of wanted.sequences) {
    await client.query('select setval($1::regclass, $2)', [inOurSchema(name), last])
  }
}
