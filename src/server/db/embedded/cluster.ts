import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../../runtime/data-folder.ts'
import { EmbeddedUnusable } from '../failures.ts'
import { type Binaries, embeddedMajor } from './binaries.ts'
import { pathsIn, removeUnfinished } from './folders.ts'
import { superuser } from './roles.ts'
import { sharedMemory } from './settings.ts'
import { run, type Way } from './unprivileged.ts'

/**
 * True if the folder holds a complete cluster. Throws EmbeddedUnusable if another version wrote it.
 */
function isComplete(cluster: string): boolean {
  const versionFile = join(cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) return false
  const major = readFileSync(versionFile, 'utf8').trim()
  if (major === embeddedMajor) return true
  throw new EmbeddedUnusable(
    `${cluster} was written by PostgreSQL ${major}, and this version of Breezeway comes with PostgreSQL ${embeddedMajor}.`,
    'With the earlier version, run npm run backup -- move.backup. Then set DATA_DIR to a new folder and run npm run restore -- move.backup with this version.',
  )
}

const lostAdvice =
  'Check that all disks are mounted. If the database is lost, set DATA_DIR to a new folder. Then restore the last backup there: npm run restore -- FILE'

/** Names in a data folder that has had a database. */
const tracesOfSite = ['socket', 'backups']

/**
 * Throws EmbeddedUnusable for a folder that has had a site and has lost its database: a new one
 * must not take its place, because any visitor could set it up.
 */
export function refuseLostDatabase(dataDir: string): void {
  const { cluster } = pathsIn(dataDir)
  const isLeft = (name: string) => existsSync(join(dataDir, name))
  if (existsSync(cluster) || !tracesOfSite.some(isLeft)) return
  throw new EmbeddedUnusable(
    `${dataDir} belongs to a site, but its database, ${cluster}, is missing.`,
    lostAdvice,
  )
}

/**
 * Makes the database's files if there are none yet. They are made in a temporary folder, which gets
 * its final name when they are complete and on the disk. So an interrupted start does not disturb
 * the next one, and of several starts at once the first to rename its folder wins.
 */
export async function ensureCluster(
  dataDir: string,
  { initdb }: Binaries,
  way: Way,
  stop?: AbortSignal,
): Promise<void> {
  const { cluster } = pathsIn(dataDir)
  if (isComplete(cluster)) return
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new EmbeddedUnusable(
      `${cluster} holds only part of a database: its file PG_VERSION is missing.`,
      lostAdvice,
    )
  }
  const unfinished = mkdtempSync(join(dataDir, 'postgres.new-'))
  if (way.account) chownSync(unfinished, way.account.uid, way.account.gid)
  try {
    const args = [
      ...['-D', unfinished, '-U', superuser, '--no-instructions', '--data-checksums'],
      // No locale of the system is needed, and none can change the order of an index.
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      // Everyone who can enter the socket's folder may connect.
      ...['--auth-local=trust', '--auth-host=reject', `--set=${sharedMemory.join('=')}`],
    ]
    await run(way, initdb, args, stop)
    renameSync(unfinished, cluster)
    await syncFolder(dataDir)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another start may have been first, and may have deleted this unfinished folder.
    if (!isComplete(cluster)) {
      throw new EmbeddedUnusable(
        `The database can’t be created in ${cluster} (${(error as Error).message}).`,
        'Fix that, or set DATABASE_URL to a PostgreSQL server of your own.',
      )
    }
  }
  removeUnfinished(dataDir)
}
