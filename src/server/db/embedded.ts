import { existsSync, fsyncSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { DataDirUnusable } from './data-dir-lock.ts'
import * as schema from './schema.ts'

const embeddedMajor = '18'

/**
 * `-F` would turn off fsync, and fdatasync does nothing here. A small buffer cache halves the
 * memory of the process; the operating system caches the same pages again.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=8MB'],
]

/** The part of Emscripten's file system that `syncToDisk` touches. */
type NodeStream = { nfd: number }
type StreamOps = { fsync?: (stream: NodeStream) => number }
type EmscriptenFs = {
  open: (path: string, flags: string) => NodeStream & { stream_ops: StreamOps }
  close: (stream: NodeStream) => void
}

/**
 * Makes Postgres' fsync reach the disk. PGlite's Node file system has no fsync of its own and
 * reports success, so a power cut would lose commits that were acknowledged. All its streams share
 * one table of operations, reachable through any open file.
 */
function syncToDisk(db: PGlite): void {
  const fs = (db.Module as unknown as { FS: EmscriptenFs }).FS
  const stream = fs.open('/pglite/data/PG_VERSION', 'r')
  stream.stream_ops.fsync = ({ nfd }) => {
    fsyncSync(nfd)
    return 0
  }
  fs.close(stream)
}

function assertMajorFits(folder: string): void {
  const versionFile = join(folder, 'PG_VERSION')
  if (!existsSync(versionFile)) return
  const major = readFileSync(versionFile, 'utf8').trim()
  if (major === embeddedMajor) return
  throw new DataDirUnusable(
    `${folder} was written by PostgreSQL ${major}; this version embeds ${embeddedMajor}. Start the version of Breezeway that wrote it, or point DATA_DIR at a new folder.`,
  )
}

/** Opens the embedded database in `dataDir`, whose lock the caller holds. */
export async function openEmbedded(dataDir: string, migrationsFolder: string) {
  const folder = join(dataDir, 'postgres')
  assertMajorFits(folder)
  const client = await PGlite.create({ dataDir: folder, startParams })
  syncToDisk(client)
  const db = drizzle(client, { schema })
  await migrate(db, { migrationsFolder })
  return { db, close: () => client.close() }
}
