import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { parseJson } from '../../runtime/parse-json.ts'
import { BackupError } from './backup-error.ts'
import { type Entry, readEntries } from './entries.ts'
import {
  anyManifestSchema,
  currentFormat,
  entryNames,
  type Manifest,
  manifestSchema,
  type Part,
  readChecksum,
  sha256,
  type TableContent,
} from './manifest.ts'

const decompress = promisify(zstdDecompress)

/** More text than any part has, so that a part which was made to does not fill the memory. */
const decompression = { maxOutputLength: 256 * 1024 * 1024 }

function parseManifest(path: string, content: Buffer, sum: string): Manifest {
  if (sum !== sha256(content))
    throw new BackupError(`${path} is damaged in ${entryNames.manifest}.`)
  const json = parseJson(content.toString('utf8'))
  const any = anyManifestSchema.safeParse(json)
  if (!any.success) throw new BackupError(`${path} isn’t a backup of this product.`)
  if (any.data.format > currentFormat)
    throw new BackupError(
      `${path} was made by a newer version of this product (${any.data.version}). Restore it with that version.`,
    )
  const read = manifestSchema.safeParse(json)
  if (!read.success) throw new BackupError(`${path} is damaged in ${entryNames.manifest}.`)
  return read.data
}

/** Compares the file with its manifest. */
function checkParts(path: string, manifest: Manifest, found: ReadonlyMap<string, string>): void {
  const parts = manifest.tables.flatMap((table) => table.parts)
  for (const { name, sha256: expected } of parts) {
    const actual = found.get(name)
    if (actual === undefined) throw new BackupError(`${path} lacks ${name}.`)
    if (actual !== expected) throw new BackupError(`${path} is damaged in ${name}.`)
  }
  const extra = [...found.keys()].find((name) => !parts.some((part) => part.name === name))
  if (extra) throw new BackupError(`${path} is damaged: ${extra} isn’t in its manifest.`)
}

/**
 * Reads a whole backup and checks each part of it. Throws a BackupError that names what is wrong,
 * and in which part.
 */
export async function verifyBackup(path: string): Promise<Manifest> {
  const found = new Map<string, string>()
  let content: Buffer | undefined
  let checksum: string | undefined
  let last = ''
  for await (const entry of readEntries(path)) {
    last = entry.name
    if (found.has(last)) throw new BackupError(`${path} is damaged: it has ${last} twice.`)
    if (entry.name === entryNames.manifest) content = entry.content
    else if (entry.name === entryNames.checksum) checksum = entry.content.toString('utf8')
    else found.set(entry.name, sha256(entry.content))
  }
  if (last === '') throw new BackupError(`${path} isn’t a backup.`)
  if (!content || checksum === undefined) {
    throw new BackupError(`${path} is cut off after ${last}, or isn’t a backup.`)
  }
  const manifest = parseManifest(path, content, readChecksum(checksum))
  checkParts(path, manifest, found)
  return manifest
}

/** A part of a table, as text. */
export type PartText = { table: TableContent; part: Part; text: Buffer }

async function toText(path: string, { name, content }: Entry, part: Part): Promise<Buffer> {
  const damaged = `${path} is damaged in ${name}.`
  // The file may have changed since it was verified.
  if (sha256(content) !== part.sha256) throw new BackupError(damaged)
  return decompress(content, decompression).catch((cause) => {
    throw new BackupError(damaged, { cause })
  })
}

/** Reads the parts of these tables, in the order in which the file has them. */
export async function* readParts(path: string, { tables }: Manifest): AsyncGenerator<PartText> {
  const partsByName = new Map(
    tables.flatMap((table) => table.parts.map((part) => [part.name, { table, part }] as const)),
  )
  for await (const entry of readEntries(path)) {
    const found = partsByName.get(entry.name)
    if (found) yield { ...found, text: await toText(path, entry, found.part) }
  }
}
