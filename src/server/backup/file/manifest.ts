import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Names and versions stand in lines for a terminal, which other characters could control. */
const plainText = z.string().regex(/^[\x20-\x7e]{1,200}$/)

/** One part of a backup: rows of one table as PostgreSQL's COPY writes them, compressed by zstd. */
const partSchema = z.object({
  name: plainText,
  bytes: z.int(),
  /** Of the compressed bytes, in hexadecimal digits. */
  sha256: z.string(),
})

const tableSchema = z.object({
  name: plainText,
  columns: z.array(plainText),
  rows: z.int(),
  /** Of all its rows as text, ordered by the primary key: the same in every copy of the table. */
  sha256: z.string(),
  parts: z.array(partSchema),
})

/** The format that this version writes. */
export const currentFormat = 1

/** The content of a backup: the last entry but one of the file, as JSON. */
export const manifestSchema = z.object({
  product: z.literal('breezeway'),
  format: z.literal(currentFormat),
  /** Of the product that made it. */
  version: plainText,
  madeAt: z.iso.datetime(),
  /** When the last migration of the database was written. */
  migration: z.int(),
  tables: z.array(tableSchema),
  /** The last number that each sequence has given. */
  sequences: z.array(z.object({ name: plainText, last: z.string().regex(/^\d{1,19}$/) })),
})

export type Manifest = z.infer<typeof manifestSchema>
export type TableContent = Manifest['tables'][number]
export type Part = TableContent['parts'][number]

/** A manifest that another version of the product wrote. */
export const anyManifestSchema = manifestSchema
  .pick({ product: true, version: true })
  .extend({ format: z.int() })

/** The names of the entries that are not parts. */
export const entryNames = { manifest: 'manifest.json', checksum: 'manifest.sha256' }

export const partName = (table: string, number: number) =>
  `${table}/${String(number).padStart(5, '0')}.zst`

/** The last entry of a backup: the SHA-256 of its manifest, as `sha256sum` writes it. */
export const checksumText = (manifest: Uint8Array) =>
  `${sha256(manifest)}  ${entryNames.manifest}\n`

/** Reads that entry. Some versions have signed backups in a second line. */
export const readChecksum = (text: string) => text.split(' ', 1)[0] ?? ''

export const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** How many rows a backup has of a table. */
export function rowsOf({ tables }: Manifest, name: string): number {
  return tables.find((table) => table.name === name)?.rows ?? 0
}
