import type { Client } from 'pg'
import { BackupError } from '../backup-error.ts'
import type { Manifest } from '../file/manifest.ts'
import { listTables } from '../make/list-tables.ts'

async function listSequences(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename::text name from pg_sequences where schemaname = 'public'`,
  )
  return rows.map(({ name }) => name)
}

/** Names in a manifest that are not of these tables, their columns and these sequences. */
function findForeign(
  { tables, sequences }: Manifest,
  ours: ReadonlyMap<string, readonly string[]>,
  ourSequences: readonly string[],
): string | undefined {
  for (const { name, columns } of tables) {
    const known = ours.get(name)
    if (!known) return `the table ${name}`
    const column = columns.find((each) => !known.includes(each))
    if (column !== undefined) return `the column ${column} of ${name}`
  }
  const sequence = sequences.find(({ name }) => !ourSequences.includes(name))
  return sequence && `the sequence ${sequence.name}`
}

/**
 * Throws a BackupError where a backup names anything but what the product had when it was made: a file
 * that an attacker has changed could otherwise write into PostgreSQL's own tables, and so run programs.
 * The database must be one that the migrations up to the backup's own have made, with nothing else in it.
 */
export async function refuseForeign(client: Client, manifest: Manifest): Promise<void> {
  const ours = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]))
  const foreign = findForeign(manifest, ours, await listSequences(client))
  if (foreign === undefined) return
  throw new BackupError(
    `The backup holds ${foreign}, which version ${manifest.version} of this product does not have. Nothing was restored.`,
  )
}
