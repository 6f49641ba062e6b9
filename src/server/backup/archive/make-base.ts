import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { baseFiles, baseName, writeFacts } from './bases.ts'
import { type Chain, openChain } from './chain.ts'
import { beginCopy, copyCluster } from './copy-cluster.ts'
import { readLogNow } from './log-slot.ts'
import { formatLsn, type LogShape, type Lsn, segmentStart } from './wal.ts'

/** A base to make. */
export type BaseOrder = {
  /** A connection of its own, as the superuser. */
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

/** A base that can be restored, and the chain that goes on from it. */
export type MadeBase = {
  name: string
  startedAt: Date
  usableFrom: Date
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
    const copy = { client, cluster, path: join(path, baseFiles.copy), publicKeys, stop }
    const { bytes, sha256, stopLsn } = await copyCluster(copy)
    const chain = openChain({ cluster, path, shape, seal: { base: name, key, publicKeys } }, from)
    let usableFrom: Date
    do {
      stop.throwIfAborted()
      const { flushed, at } = await readLogNow(client)
      await chain.append(flushed, at)
      usableFrom = at
    } while (chain.position() < stopLsn)
    await writeFacts(
      path,
      {
        ...{ product: 'breezeway', format: 1, postgres: order.major, ...shape },
        ...{ startLsn: formatLsn(startLsn), stopLsn: formatLsn(stopLsn), bytes, sha256 },
        ...{ startedAt: startedAt.toISOString(), usableFrom: usableFrom.toISOString() },
      },
      key,
    )
    return { name, startedAt, usableFrom, bytes, chain }
  } catch (error) {
    await rm(path, { recursive: true, force: true }).catch(() => {})
    throw error
  }
}
