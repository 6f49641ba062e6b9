import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { DataDirUnusable } from './data-dir-lock.ts'
import * as schema from './schema.ts'
import type { Listen } from './signals.ts'

const embeddedMajor = '18'

/**
 * `-F` would turn off fsync, and fdatasync does nothing here. A small buffer cache halves the
 * memory of the process; the operating system caches the same pages again.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=8MB'],
]

/** WASI's number for an input/output error; Postgres stops rather than trust a failed sync. */
const ioError = 29

/** The part of Emscripten's Node file system that PGlite leaves without an fsync. */
type NodeFileSystem = {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}

/**
 * Makes Postgres' fsync reach the disk, from its first file to its recovery after a crash. PGlite's
 * Node file system has no fsync and reports success, so a power cut would lose commits that were
 * acknowledged.
 */
class DurableNodeFS extends NodeFS {
  override async init(...[db, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(db, options)
    const addFsync = (module: unknown) => {
      ;(module as NodeFileSystem).NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          fsyncSync(nfd)
          return 0
        } catch {
          return ioError
        }
      }
    }
    const preRun = [emscriptenOpts.preRun ?? [], addFsync].flat()
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** initdb trusts its caller to sync what it made. */
function syncFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true })) syncFile(join(folder, String(name)))
  syncFile(folder)
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
  const isNew = !existsSync(join(folder, 'PG_VERSION'))
  const client = await PGlite.create({ fs: new DurableNodeFS(folder), startParams })
  if (isNew) {
    syncFolder(folder)
    // The entry of the new folder. Not the files beside it: closing one of them would drop the lock.
    syncFile(dataDir)
  }
  const db = drizzle(client, { schema })
  await migrate(db, { migrationsFolder })
  const listen: Listen = async (channel, { onMessage }) => {
    await client.listen(channel, onMessage)
  }
  return { db, listen, close: () => client.close() }
}
