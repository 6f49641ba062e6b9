import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { EmbeddedUnusable } from '../failures.ts'
import { type Binaries, embeddedMajor } from './binaries.ts'
import { placesIn, removeUnfinished, syncFolder } from './folders.ts'
import { sharedMemory } from './settings.ts'
import { run, type Way } from './unprivileged.ts'

/** Who the product is to its database. */
export const superuser = 'breezeway'

/** True if the folder holds a whole cluster. Throws EmbeddedUnusable if another version wrote it. */
function isWhole(cluster: string): boolean {
  const versionFile = join(cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) return false
  const major = readFileSync(versionFile, 'utf8').trim()
  if (major === embeddedMajor) return true
  throw new EmbeddedUnusable(
    `${cluster} was written by PostgreSQL ${major}, and this version of Breezeway brings PostgreSQL ${embeddedMajor}.`,
    `Move it: with the earlier version and its server running, pg_dump -h ${cluster}/../socket -U ${superuser} postgres > breezeway.sql; then, with this version on a new DATA_DIR, psql -h NEW_DATA_DIR/socket -U ${superuser} postgres < breezeway.sql`,
  )
}

/** On Windows the server listens on a port, so that its users need a password. */
export function readPassword(dataDir: string): string | undefined {
  if (process.platform !== 'win32') return undefined
  const { password } = placesIn(dataDir)
  try {
    writeFileSync(password, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(password, 'utf8')
}

/** Who may connect: whoever can enter the socket's folder, or has the password. */
function authentication(dataDir: string): string[] {
  if (readPassword(dataDir) === undefined) return ['--auth-local=trust', '--auth-host=reject']
  return ['--auth=scram-sha-256', `--pwfile=${placesIn(dataDir).password}`]
}

/**
 * Makes the database's files, unless they are there. They get their name when they are whole and on
 * the disk, so that an interrupted start leaves nothing that the next one stumbles over; of several
 * starts at once one wins.
 */
export async function ensureCluster(
  dataDir: string,
  { initdb }: Binaries,
  way: Way,
): Promise<void> {
  const { cluster } = placesIn(dataDir)
  if (isWhole(cluster)) return
  const unfinished = mkdtempSync(join(dataDir, 'postgres.new-'))
  if (way.account) chownSync(unfinished, way.account.uid, way.account.gid)
  try {
    await run(way, initdb, [
      ...['-D', unfinished, '-U', superuser, '--no-instructions', '--data-checksums'],
      // No locale of the system is needed, and none can change the order of an index.
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...authentication(dataDir),
      ...Object.entries(sharedMemory).map(([name, value]) => `--set=${name}=${value}`),
    ])
    renameSync(unfinished, cluster)
    syncFolder(dataDir)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another start was first, and has cleared ours away.
    if (!isWhole(cluster)) throw cannotCreate(cluster, error as Error)
  }
  removeUnfinished(dataDir)
}

const cannotCreate = (cluster: string, { message }: Error) =>
  new EmbeddedUnusable(
    `The database cannot be made in ${cluster} (${message}).`,
    'Mend that, or set DATABASE_URL to a PostgreSQL server of your own.',
  )
