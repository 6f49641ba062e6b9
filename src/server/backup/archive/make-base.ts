import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { Pack } from 'tar-stream'
import { readAt } from '../../runtime/data-folder.ts'
import { addEntry } from '../file/entries.ts'
import { writeTar } from '../file/write-file.ts'
import { baseFiles, baseName, writeFacts } from './bases.ts'
import { type Chain, openChain } from './chain.ts'
import { compress } from './log-pieces.ts'
import { formatLsn, type LogShape, type Lsn, parseLsn, readLogNow, segmentStart } from './wal.ts'

/** How much of a file is read at once. */
const partBytes = 1024 * 1024

/**
 * Folders and files that a copy must not have: the server makes them again.
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA
 */
const emptied = [
  ...['pg_wal', 'pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat_tmp', 'pg_subtrans'],
]
const leftOut =
  /^(postmaster\.(pid|opts)|postgresql\.auto\.conf(\.tmp)?|pg_internal\.init.*|pgsql_tmp.*)$/

/** It says where recovery begins, so it is read after everything else. */
const control = 'global/pg_control'

/** The name of a part of a file: its path in the cluster, and where in the file it begins. */
export const partOf = (path: string, offset: number) => `${path}@${offset}`

/** All folders, with a slash at their end, and files of a cluster, by their paths in it. */
async function* walk(cluster: string, folder = ''): AsyncGenerator<string> {
  for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
    const path = folder + entry.name
    const isEmptied = emptied.includes(folder.split('/')[0] ?? '')
    if (entry.isDirectory()) {
      if (isEmptied && !folder.startsWith('pg_wal/')) continue
      yield `${path}/`
      yield* walk(cluster, `${path}/`)
    } else if (entry.isFile() && !leftOut.test(entry.name) && path !== control) {
      // The history of its timelines is not log.
      if (!isEmptied || path.endsWith('.history')) yield path
    }
  }
}

/** Reads up to a part of a file; most files of a database are much smaller. */
async function readPart(file: FileHandle, offset: number): Promise<Buffer> {
  const { size } = await file.stat()
  // The file may grow meanwhile: the log has the rest.
  return readAt(file, Math.min(partBytes, Math.max(size - offset, 0)), offset)
}

async function addFile(pack: Pack, cluster: string, path: string): Promise<void> {
  const file = await open(join(cluster, path), 'r').catch((error) => {
    // Tables come and go. The log has all that is needed of this one.
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return
  try {
    for (let offset = 0; ; ) {
      const part = await readPart(file, offset)
      if (part.byteLength === 0 && offset > 0) return
      await addEntry(pack, {
        name: partOf(path, offset),
        content: await compress(part),
      })
      offset += part.byteLength
      if (part.byteLength < partBytes) return
    }
  } finally {
    await file.close()
  }
}

async function readTwice(path: string): Promise<Buffer> {
  const read = async () => {
    const file = await open(path, 'r')
    return readAt(file, 8192, 0).finally(() => file.close())
  }
  for (let before = await read(); ; ) {
    const now = await read()
    // The server may have written in the middle of one read.
    if (before.equals(now)) return now
    before = now
  }
}

/** A base to make. */
export type BaseOrder = {
  /** A connection as the superuser, used for nothing else meanwhile. */
  client: Client
  cluster: string
  /** The major version of PostgreSQL. */
  major: string
  folder: string
  owner: string
  shape: LogShape
  key: string
  publicKeys: readonly string[]
  stop: AbortSignal
  /** Called with the place from which log must be kept for it. */
  onBegun: (from: Lsn) => void
}

/** Adds a cluster to the pack; returns until where its log is needed. */
async function addCluster(pack: Pack, { client, cluster, stop }: BaseOrder): Promise<Lsn> {
  for await (const path of walk(cluster)) {
    stop.throwIfAborted()
    if (path.endsWith('/')) await addEntry(pack, { name: path, content: Buffer.alloc(0) })
    else await addFile(pack, cluster, path)
  }
  const content = await compress(await readTwice(join(cluster, control)))
  await addEntry(pack, { name: partOf(control, 0), content })
  const { rows } = await client.query<{ lsn: string; labelfile: string }>(
    'select lsn, labelfile from pg_backup_stop(false)',
  )
  const label = await compress(Buffer.from(rows[0]?.labelfile ?? ''))
  await addEntry(pack, { name: partOf('backup_label', 0), content: label })
  pack.finalize()
  return parseLsn(rows[0]?.lsn ?? '')
}

/** Tells the server that a copy begins, and returns the place from which its log is needed. */
async function beginCopy(client: Client): Promise<Lsn> {
  const { rows } = await client.query<{ lsn: string }>(
    `select pg_backup_start('archive', true) lsn`,
  )
  return parseLsn(rows[0]?.lsn ?? '')
}

/** A base that can be restored, since when it can be, and the chain that goes on from it. */
export type MadeBase = {
  name: string
  startedAt: Date
  usableFrom: string
  bytes: number
  chain: Chain
}

/**
 * Copies the database's files while they are in use, with the log that makes one state of them.
 * Leaves nothing if it fails.
 */
export async function makeBase(order: BaseOrder): Promise<MadeBase> {
  const { client, cluster, folder, owner, shape, key, publicKeys, stop } = order
  const startedAt = new Date()
  const name = baseName(startedAt, owner)
  const path = join(folder, name)
  await mkdir(path, { mode: 0o700 })
  try {
    const startLsn = await beginCopy(client)
    const from = segmentStart(startLsn, shape.segmentBytes)
    order.onBegun(from)
    const hash = createHash('sha256')
    const { bytes, filled: stopLsn } = await writeTar(
      { path: join(path, baseFiles.copy), publicKeys, hash },
      (pack) => addCluster(pack, order),
    )
    const chain = openChain({ cluster, path, shape, seal: { base: name, key, publicKeys } }, from)
    let usableFrom: string
    do {
      stop.throwIfAborted()
      const { flushed, at } = await readLogNow(client)
      await chain.append(flushed, at)
      usableFrom = at.toISOString()
    } while (chain.position() < stopLsn)
    await writeFacts(
      path,
      {
        ...{ product: 'breezeway', format: 1, postgres: order.major, ...shape },
        ...{ startLsn: formatLsn(startLsn), stopLsn: formatLsn(stopLsn), bytes },
        ...{ startedAt: startedAt.toISOString(), usableFrom, sha256: hash.digest('hex') },
      },
      key,
    )
    return { name, startedAt, usableFrom, bytes, chain }
  } catch (error) {
    await rm(path, { recursive: true, force: true }).catch(() => {})
    throw error
  }
}
