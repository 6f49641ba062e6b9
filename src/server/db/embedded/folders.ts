import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeUnusable } from '../../runtime/data-folder.ts'
import { EmbeddedUnusable } from '../failures.ts'
import type { Account } from './unprivileged.ts'

/** The paths of the parts of a data folder. */
export const pathsIn = (dataDir: string) => ({
  cluster: join(dataDir, 'postgres'),
  socket: join(dataDir, 'socket'),
})

/**
 * A folder is taken as a data folder if it holds one of these; new file systems hold `lost+found`.
 */
const ownNames = [
  ...['postgres', 'socket', 'mail', 'journal', 'backups'],
  ...['erased', 'lost+found'],
]

/** True for the folder of a cluster that is not complete yet. */
const isUnfinished = (name: string) => name.startsWith('postgres.new-')

/**
 * Makes the data folder, or takes away others' access to it. Throws EmbeddedUnusable if it cannot
 * be used.
 */
export function prepareDataDir(dataDir: string): void {
  let names: string[]
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    names = readdirSync(dataDir)
    // The permissions of a folder with other files stay as they are.
    if (isOurs(names)) chmodSync(dataDir, 0o700)
  } catch (error) {
    throw new EmbeddedUnusable(describeUnusable(dataDir, error), '')
  }
  if (!isOurs(names))
    throw new EmbeddedUnusable(
      `DATA_DIR ${dataDir} holds other files.`,
      'Set DATA_DIR to a folder of its own.',
    )
}

const isOurs = (names: readonly string[]) =>
  names.length === 0 || names.some((name) => ownNames.includes(name) || isUnfinished(name))

/** Lets another account enter the data folder, to reach the files there that it owns. */
export function admitAccount(dataDir: string, account: Account): void {
  if (statSync(dataDir).uid === account.uid) return
  chownSync(dataDir, process.getuid?.() ?? 0, account.gid)
  chmodSync(dataDir, 0o710)
}

/** Deletes the unfinished clusters of starts that were interrupted. */
export function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter(isUnfinished)) {
    rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/** The most bytes that a socket's path may have, on the system that allows the fewest (macOS). */
const longestSocketPath = 103
const socketName = '/.s.PGSQL.5432'

const fits = (folder: string) => Buffer.byteLength(folder + socketName) <= longestSocketPath

/** The target of a link. Any other path is returned as it is: its real path may be longer. */
const followLink = (path: string) => (lstatSync(path).isSymbolicLink() ? readlinkSync(path) : path)

function isUsable(folder: string, owner: number): boolean {
  if (!existsSync(folder)) return false
  const { uid, mode } = statSync(folder)
  return uid === owner && (mode & 0o077) === 0
}

/**
 * The private folder of the server's socket, which is made if it is missing. It is in the data
 * folder, or, if that path is too long for a socket, in a temporary folder that the data folder
 * links to. Every process finds the same one.
 */
export function socketFolder(dataDir: string, account: Account | undefined): string {
  const { socket } = pathsIn(dataDir)
  const owner = account?.uid ?? process.getuid?.() ?? 0
  if (isUsable(socket, owner)) return followLink(socket)
  rmSync(socket, { recursive: true, force: true })
  const folder = fits(socket) ? socket : mkdtempSync(join(tmpdir(), 'breezeway-'))
  // Another process may have made it first.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
  if (folder !== socket) symlinkSync(folder, socket)
  return folder
}
