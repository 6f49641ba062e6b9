import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { type Entry, readEntries, writeEntries } from '#/server/backup/file/entries.ts'
import {
  checksumText,
  entryNames,
  type Manifest,
  partName,
  sha256,
  type TableContent,
} from '#/server/backup/file/manifest.ts'

/** Writes entries as the tar that a backup is. */
export async function writeBackup(path: string, entries: readonly Entry[]): Promise<void> {
  writeFileSync(path, await buffer(writeEntries(entries)))
}

/** Rows that an attacker adds to a backup, as COPY writes them. */
export type AddedTable = Pick<TableContent, 'name' | 'columns' | 'rows'> & { text: string }

/**
 * Writes a backup anew as an attacker does: with tables and whatever else they want in its
 * manifest, and all checksums right.
 */
export async function alterBackup(
  path: string,
  target: string,
  change: {
    add?: readonly AddedTable[]
    manifest?: (manifest: Manifest) => object
  },
): Promise<void> {
  const entries: Entry[] = []
  for await (const entry of readEntries(path)) entries.push(entry)
  const parts = entries.filter(({ name }) => name.endsWith('.zst'))
  const found = entries.find(({ name }) => name === entryNames.manifest)
  const manifest = JSON.parse(String(found?.content)) as Manifest
  for (const { text, ...table } of change.add ?? []) {
    const part = {
      name: partName(table.name, 90_000),
      content: zstdCompressSync(Buffer.from(text)),
    }
    parts.push(part)
    const told = {
      name: part.name,
      bytes: part.content.byteLength,
      sha256: sha256(part.content),
    }
    manifest.tables.push({ ...table, sha256: '', parts: [told] })
  }
  const content = Buffer.from(JSON.stringify(change.manifest?.(manifest) ?? manifest))
  const checksum = Buffer.from(checksumText(content))
  await writeBackup(target, [
    ...parts,
    { name: entryNames.manifest, content },
    { name: entryNames.checksum, content: checksum },
  ])
}
