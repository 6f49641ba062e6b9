import { createHash } from 'node:crypto'
import { z } from 'zod'

/** One part of a backup: rows of one table as PostgreSQL's COPY writes them, compressed by zstd. */
const partSchema = z.object({
  name: z.string(),
  bytes: z.int(),
  /** Of the compressed bytes, in hexadecimal digits. */
  sha256: z.string(),
})

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Of all its rows as text, ordered by the primary key: the same in every copy of the table. */
  sha256: z.string(),
  parts: z.array(partSchema),
})

const format = 1

/** What a backup holds: the last entry but one of the file, as JSON. */
export const manifestSchema = z.object({
  product: z.literal('breezeway'),
  format: z.literal(format),
  /** Of the product that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** When the last migration of the database was written. */
  migration: z.int(),
  tables: z.array(tableSchema),
  /** The last number that each sequence has given. */
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
})

export type Manifest = z.infer<typeof manifestSchema>
export type TableContent = Manifest['tables'][number]
export type Part = TableContent['parts'][number]

/** A manifest that another version of the product wrote. */
export const anyManifestSchema = z.object({
  product: z.literal('breezeway'),
  format: z.int(),
  version: z.string(),
})

/** The names of the entries that are no parts. */
export const entryNames = { manifest: 'manifest.json', checksum: 'manifest.sha256' }

/** The name of a part in the file. */
export const partName = (table: string, number: number) =>
  `${table}/${String(number).padStart(5, '0')}.zst`

/** The format that this version writes. */
export const currentFormat = format

/** The SHA-256 of some bytes, in hexadecimal digits. */
export const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** How many rows a backup has of a table. */
export function rowsOf({ tables }: Manifest, name: string): number {
  return tables.find((table) => table.name === name)?.rows ?? 0
}
