import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** A place in PostgreSQL's log, which grows by the bytes that are written to it. */
export type Lsn = bigint

/** Reads a place as PostgreSQL writes it, such as `0/1A2B3C4`. */
export function parseLsn(text: string): Lsn {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

const hex = (value: bigint, digits = 0) => value.toString(16).toUpperCase().padStart(digits, '0')

/** Writes a place as PostgreSQL reads it. */
export const formatLsn = (lsn: Lsn) => `${hex(lsn >> 32n)}/${hex(lsn & 0xffffffffn)}`

/** PostgreSQL's log as files of the same size, and the line of history that it belongs to. */
export type LogShape = { timeline: number; segmentBytes: number }

/** The beginning of the file that a place lies in. */
export const segmentStart = (lsn: Lsn, segmentBytes: number): Lsn =>
  lsn - (lsn % BigInt(segmentBytes))

/** The name of the file that a place lies in: https://www.postgresql.org/docs/18/wal-internals.html */
export function segmentName(lsn: Lsn, { timeline, segmentBytes }: LogShape): string {
  const number = lsn / BigInt(segmentBytes)
  const perHigh = 0x1_0000_0000n / BigInt(segmentBytes)
  return hex(BigInt(timeline), 8) + hex(number / perHigh, 8) + hex(number % perHigh, 8)
}

/**
 * XLOG_BLCKSZ, which nearly every build of PostgreSQL has. Each page begins with a header that
 * names its place.
 */
const pageBytes = 8192
const headerBytes = 16

function assertPages(bytes: Buffer, from: Lsn): void {
  const first = (pageBytes - Number(from % BigInt(pageBytes))) % pageBytes
  for (let at = first; at + headerBytes <= bytes.byteLength; at += pageBytes) {
    const place = bytes.readBigUInt64LE(at + 8)
    // After a switch to the next file the rest of one is empty.
    if (place === from + BigInt(at) || place === 0n) continue
    throw new Error(`the log has ${formatLsn(place)} at ${formatLsn(from + BigInt(at))}`)
  }
}

/**
 * Reads the log of a cluster between two places of the same file, which the server must have
 * flushed and must not have given up: bytes before that never change. Throws if other bytes are
 * there.
 */
export async function readLog(
  cluster: string,
  shape: LogShape,
  from: Lsn,
  to: Lsn,
): Promise<Buffer> {
  const file = await open(join(cluster, 'pg_wal', segmentName(from, shape)), 'r')
  try {
    const length = Number(to - from)
    const offset = Number(from - segmentStart(from, shape.segmentBytes))
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset)
    if (bytesRead !== length) throw new Error('a file of the log is too short')
    assertPages(buffer, from)
    return buffer
  } finally {
    await file.close()
  }
}
