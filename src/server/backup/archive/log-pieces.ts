import { createHmac, timingSafeEqual } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { syncFolder } from '../../runtime/data-folder.ts'
import { decrypt, encrypt, isEncrypted } from '../../runtime/encryption.ts'
import { BackupError } from '../file/backup-error.ts'
import type { Lsn } from './wal.ts'

const decompress = promisify(zstdDecompress)

const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

/** Compresses a part of the archive: in little time, with a checksum. */
export const compress = (bytes: Uint8Array) => promisify(zstdCompress)(bytes, compression)

/**
 * Bytes of PostgreSQL's log from a place on. Everything committed until `at` is before their end.
 */
export type Piece = { timeline: number; lsn: Lsn; at: Date; bytes: Buffer }

/** The data before a piece in a file of the archive, and the bytes that follow it. */
type Head = { timeline: number; lsn: Lsn; at: Date; rawBytes: number; bodyBytes: number }

const headBytes = 28
const macBytes = 32
/** The size of the largest file of PostgreSQL's log: no piece is longer. */
const longestPiece = 1024 * 1024 * 1024

function writeHead({ timeline, lsn, at, rawBytes, bodyBytes }: Head): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(bodyBytes, 0)
  head.writeUInt32LE(rawBytes, 4)
  head.writeUInt32LE(timeline, 8)
  head.writeBigUInt64LE(lsn, 12)
  head.writeBigUInt64LE(BigInt(at.getTime()), 20)
  return head
}

function readHead(head: Buffer): Head | undefined {
  const bodyBytes = head.readUInt32LE(0)
  const rawBytes = head.readUInt32LE(4)
  const ms = Number(head.readBigUInt64LE(20))
  if (bodyBytes > longestPiece || rawBytes > longestPiece || ms > 8.64e15) return undefined
  const at = new Date(ms)
  return { bodyBytes, rawBytes, timeline: head.readUInt32LE(8), lsn: head.readBigUInt64LE(12), at }
}

/** How the pieces of a base are protected: by the key of the installation, and for these readers only. */
export type Seal = { base: string; key: string; publicKeys: readonly string[] }

const macOf = (base: string, key: string, content: Buffer) =>
  createHmac('sha256', key).update(`${base}\n`).update(content).digest()

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function sealPiece(
  { bytes, ...place }: Piece,
  { base, key, publicKeys }: Seal,
): Promise<Buffer> {
  const packed = await compress(bytes)
  const body = publicKeys.length > 0 ? await collect(encrypt(once(packed), publicKeys)) : packed
  const head = writeHead({ ...place, rawBytes: bytes.byteLength, bodyBytes: body.byteLength })
  const content = Buffer.concat([head, body])
  return Buffer.concat([content, macOf(base, key, content)])
}

/** Writes all bytes: a disk that becomes full takes a part of them without an error. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, at + done)
    done += bytesWritten
  }
}

/**
 * Adds a piece to a file of the archive, of which `length` bytes are whole, and returns how many
 * are whole then, all of them on the disk. The remains of an earlier try behind those are cut off.
 */
export async function appendPiece(
  path: string,
  length: number,
  piece: Piece,
  seal: Seal,
): Promise<number> {
  const sealed = await sealPiece(piece, seal)
  const file = await open(path, length === 0 ? 'w' : 'r+', 0o600)
  try {
    const { size } = await file.stat()
    if (size < length) throw new BackupError(`${path} is shorter than it was.`)
    if (size > length) await file.truncate(length)
    await writeAll(file, sealed, length)
    await file.datasync()
  } finally {
    await file.close()
  }
  // Its name must survive a power cut too.
  if (length === 0) await syncFolder(dirname(path))
  return length + sealed.byteLength
}

/** A piece as it stands in a file: still compressed, and encrypted if it was. */
type SealedPiece = Head & { content: Buffer; mac: Buffer }

/** The pieces of a file, which is no larger than one of PostgreSQL's, until one that is not whole. */
async function readSealedPieces(path: string): Promise<SealedPiece[]> {
  const bytes = await readFile(path)
  const pieces: SealedPiece[] = []
  for (let offset = 0; offset + headBytes <= bytes.byteLength; ) {
    const head = readHead(bytes.subarray(offset, offset + headBytes))
    const contentEnd = offset + headBytes + (head?.bodyBytes ?? 0)
    const end = contentEnd + macBytes
    if (!head || end > bytes.byteLength) break
    const [content, mac] = [bytes.subarray(offset, contentEnd), bytes.subarray(contentEnd, end)]
    pieces.push({ ...head, content, mac })
    offset = end
  }
  return pieces
}

const isFrom = ({ content, mac }: SealedPiece, base: string, key: string) =>
  timingSafeEqual(macOf(base, key, content), mac)

/** Finds where in the log the pieces that this installation has written to a file end. */
export async function findLogEnd(path: string, base: string, key: string): Promise<Lsn> {
  let end = 0n
  for (const piece of await readSealedPieces(path)) {
    if (!isFrom(piece, base, key)) break
    end = piece.lsn + BigInt(piece.rawBytes)
  }
  return end
}

/**
 * Reads the pieces of a file, as far as they are whole and, if there is a `key`, were written with it.
 * Throws a BackupError where none of the secret keys opens one.
 */
export async function* readPieces(
  path: string,
  {
    base,
    key,
    secretKeys,
  }: { base: string; key: string | undefined; secretKeys: readonly string[] },
): AsyncGenerator<Piece> {
  for (const piece of await readSealedPieces(path)) {
    if (key !== undefined && !isFrom(piece, base, key)) return
    const body = piece.content.subarray(headBytes)
    const packed = isEncrypted(body) ? await openBody(path, body, secretKeys) : body
    const bytes = await decompress(packed, { maxOutputLength: piece.rawBytes || 1 }).catch(
      () => null,
    )
    if (bytes?.byteLength !== piece.rawBytes) return
    yield { timeline: piece.timeline, lsn: piece.lsn, at: piece.at, bytes }
  }
}

async function openBody(path: string, body: Buffer, secretKeys: readonly string[]) {
  if (secretKeys.length === 0)
    throw new BackupError(`${path} is encrypted. Name the file with its secret key: --key FILE`)
  return collect(decrypt(once(body), secretKeys)).catch((cause) => {
    throw new BackupError(`The key does not open ${path}, or it is damaged.`, { cause })
  })
}
