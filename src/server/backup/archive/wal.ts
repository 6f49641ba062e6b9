import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { readAt } from '../../runtime/data-folder.ts'

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
    const bytes = await readAt(file, length, offset)
    if (bytes.byteLength !== length) throw new Error('a file of the log is too short')
    assertPages(bytes, from)
    return bytes
  } finally {
    await file.close()
  }
}

/** A replication slot: the server keeps the log that is not archived yet, up to a bound. */
const slot = 'archive'

/** The server's log: what it keeps for the archive, and how far it is on its disk. */
export type LogNow = {
  /** Undefined if log that was not archived is gone, or if none was kept before. */
  keptFrom: Lsn | undefined
  flushed: Lsn
  /** Everything committed until then is flushed. */
  at: Date
}

/** Makes sure that a silent disk of the archive never fills the one of the database. */
export async function boundLog(client: Client, megabytes: number): Promise<void> {
  const isBound = async () => {
    const { rows } = await client.query<{ setting: string }>(
      `select setting from pg_settings where name = 'max_slot_wal_keep_size'`,
    )
    return rows[0]?.setting === String(megabytes)
  }
  if (await isBound()) return
  // It also holds on a server that an earlier version has started.
  await client.query(`alter system set max_slot_wal_keep_size = '${megabytes}MB'`)
  await client.query('select pg_reload_conf()')
  for (let tries = 0; !(await isBound()); tries += 1) {
    if (tries === 50) throw new Error('the bound of the log cannot be set')
    await sleep(100)
  }
}

/** How the server writes its log. */
export async function readShape(client: Client): Promise<LogShape> {
  const { rows } = await client.query<{ timeline: number; bytes: number }>(
    `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int timeline,
       setting::int bytes from pg_settings where name = 'wal_segment_size'`,
  )
  const [row] = rows
  if (!row) throw new Error('the server does not say how it writes its log')
  return { timeline: row.timeline, segmentBytes: row.bytes }
}

/**
 * Stops keeping log for an archive. Does nothing if none is kept, or while another process uses it.
 */
async function dropSlot(client: Client): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    [slot],
  )
}

/** True if the server has given up log that was kept for the archive. */
export async function isLogLost(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_replication_slots where slot_name = $1 and wal_status = 'lost'`,
    [slot],
  )
  return rowCount === 1
}

/** How far the log is; from the first call on the server keeps what is not archived. */
export async function readLogNow(client: Client): Promise<LogNow> {
  const { rows } = await client.query<{ kept: string; status: string }>(
    'select restart_lsn kept, wal_status status from pg_replication_slots where slot_name = $1',
    [slot],
  )
  const [found] = rows
  const isThere = found !== undefined && found.status !== 'lost' && found.kept !== null
  if (!isThere) {
    await dropSlot(client)
    await client.query('select pg_create_physical_replication_slot($1, true)', [slot])
  }
  const { rows: now } = await client.query<{ at: Date; flushed: string }>(
    // The time is read first.
    'select at, pg_current_wal_flush_lsn() flushed from (select clock_timestamp() at offset 0) clock',
  )
  const [row] = now
  if (!row) throw new Error('the server does not say how far its log is')
  const keptFrom = isThere ? parseLsn(found.kept) : undefined
  return { keptFrom, flushed: parseLsn(row.flushed), at: row.at }
}

/** Tells the server that it need not keep the log before a place. */
export async function releaseLog(client: Client, before: Lsn): Promise<void> {
  await client.query('select pg_replication_slot_advance($1, $2)', [slot, formatLsn(before)])
}
