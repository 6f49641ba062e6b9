import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { chown, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Account } from '#/server/db/connect/client.ts'
import { BackupError } from '../file/backup-error.ts'
import { readEntries } from '../file/entries.ts'
import { type Base, baseFiles, listLogFiles } from './bases.ts'
import { readPieces, writeAll } from './log-pieces.ts'
import { type Lsn, segmentName, segmentStart } from './wal.ts'

const decompress = promisify(zstdDecompress)

/** More than any part of a file has. */
const decompression = { maxOutputLength: 16 * 1024 * 1024 }

export type Unpacking = {
  cluster: string
  /** The owner of the files; undefined for this user. */
  account: Account | undefined
  secretKeys: readonly string[]
}

/** Throws a BackupError if the copy in a base is not as it was written. */
export async function assertWhole({ path, facts }: Base): Promise<void> {
  const hash = createHash('sha256')
  const file = join(path, baseFiles.copy)
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }))
      hash.update(chunk)
  } catch (cause) {
    throw new BackupError(`${file} cannot be read.`, { cause })
  }
  if (hash.digest('hex') !== facts.sha256) throw new BackupError(`${file} is damaged.`)
}

/**
 * The path and offset in the name of a part. A file made by others may name any place of the disk.
 */
function readName(name: string, file: string): { path: string; offset: number } {
  const [, path = '', offset = ''] = /^([\w./-]+)@(\d{1,15})$/.exec(name) ?? []
  if (path === '' || path.startsWith('/') || path.split('/').includes('..'))
    throw new BackupError(`${file} is damaged: it holds ${name}.`)
  return { path, offset: Number(offset) }
}

async function writePart(
  path: string,
  offset: number,
  content: Uint8Array,
  account: Account | undefined,
): Promise<void> {
  const file = await open(path, offset === 0 ? 'wx' : 'r+', 0o600)
  try {
    await writeAll(file, content, offset)
    if (account && offset === 0) await file.chown(account.uid, account.gid)
  } finally {
    await file.close()
  }
}

/** Unpacks the copy of the database's files into a folder that it makes. */
export async function unpackCluster(
  { path: basePath }: Base,
  { cluster, account, secretKeys }: Unpacking,
): Promise<void> {
  const file = join(basePath, baseFiles.copy)
  const makeFolder = async (path: string) => {
    await mkdir(path, { mode: 0o700 })
    if (account) await chown(path, account.uid, account.gid)
  }
  await makeFolder(cluster)
  for await (const { name, content } of readEntries(file, secretKeys)) {
    if (name.endsWith('/')) {
      await makeFolder(join(cluster, readName(`${name.slice(0, -1)}@0`, file).path))
      continue
    }
    const { path, offset } = readName(name, file)
    const bytes = await decompress(content, decompression).catch((cause) => {
      throw new BackupError(`${file} is damaged in ${name}.`, { cause })
    })
    await writePart(join(cluster, path), offset, bytes, account)
  }
}

/**
 * Unpacks the log of a base into its cluster, as far as it is whole, and returns the place that it
 * reaches. With a `key` only pieces that were written with it count.
 */
export async function unpackLog(
  { name: base, path, facts }: Base,
  { cluster, account, secretKeys }: Unpacking,
  key: string | undefined,
): Promise<{ end: Lsn; isCut: boolean }> {
  const { timeline, segmentBytes } = facts
  let end = segmentStart(facts.startLsn, segmentBytes)
  for (const file of await listLogFiles(path)) {
    for await (const piece of readPieces(file, { base, key, secretKeys })) {
      // A gap: pieces behind it cannot be used.
      if (piece.lsn > end || piece.timeline !== timeline) return { end, isCut: true }
      const segment = join(cluster, 'pg_wal', segmentName(piece.lsn, { timeline, segmentBytes }))
      await writeLog(segment, Number(piece.lsn % BigInt(segmentBytes)), piece.bytes, {
        account,
        segmentBytes,
      })
      const pieceEnd = piece.lsn + BigInt(piece.bytes.byteLength)
      if (pieceEnd > end) end = pieceEnd
    }
  }
  return { end, isCut: false }
}

async function writeLog(
  path: string,
  offset: number,
  bytes: Buffer,
  { account, segmentBytes }: { account: Account | undefined; segmentBytes: number },
): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    if ((await file.stat()).size === 0) {
      // PostgreSQL reads only whole files. The rest of this one takes no room.
      await file.truncate(segmentBytes)
      if (account) await file.chown(account.uid, account.gid)
    }
    await writeAll(file, bytes, offset)
  } finally {
    await file.close()
  }
}
