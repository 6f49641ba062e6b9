import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedUnusable } from '../failures.ts'
import type { Account } from './unprivileged.ts'

/** Where things are in a data folder. */
export const placesIn = (dataDir: string) => ({
  cluster: join(dataDir, 'postgres'),
  log: join(dataDir, 'postgres.log'),
  socket: join(dataDir, 'socket'),
  password: join(dataDir, 'postgres.password'),
})

const otherFolder = 'Set DATA_DIR to a folder of its own.'

/** What a folder of ours may hold first; `lost+found` is what a fresh file system holds. */
const ownNames = [
  ...['postgres', 'postgres.log', 'postgres.password', 'socket', 'mail'],
  'lost+found',
]

/** The names under which clusters are made before they are whole. */
const isUnfinished = (name: string) => name.startsWith('postgres.new-')

/** An earlier version locked its data folder with this file. */
const earlierLock = 'lock'

/** Makes the data folder and closes it to others. Throws EmbeddedUnusable if it cannot be used. */
export function prepareDataDir(dataDir: string): void {
  let names: string[]
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    names = readdirSync(dataDir)
    // Not before it is known to be ours.
    if (isOurs(names)) chmodSync(dataDir, 0o700)
  } catch (error) {
    throw new EmbeddedUnusable(
      `DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}.`,
      otherFolder,
    )
  }
  if (names.includes(earlierLock)) {
    throw new EmbeddedUnusable(
      `DATA_DIR ${dataDir} holds the database of an earlier version, which this one cannot open. It was left as it is.`,
      otherFolder,
    )
  }
  if (!isOurs(names))
    throw new EmbeddedUnusable(`DATA_DIR ${dataDir} holds other files.`, otherFolder)
}

function isOurs(names: readonly string[]): boolean {
  return (
    !names.includes(earlierLock) &&
    (names.length === 0 || names.some((name) => ownNames.includes(name) || isUnfinished(name)))
  )
}

/** Lets another account through the data folder to what it owns there, and nobody else. */
export function admitAccount(dataDir: string, account: Account): void {
  if (statSync(dataDir).uid === account.uid) return
  chownSync(dataDir, process.getuid?.() ?? 0, account.gid)
  chmodSync(dataDir, 0o710)
}

/** Makes a folder that its owner alone can enter. */
export function makePrivate(folder: string, owner: Account | undefined): void {
  mkdirSync(folder, { mode: 0o700 })
  if (owner) chownSync(folder, owner.uid, owner.gid)
}

/** Writes a folder's entries to the disk. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Deletes what starts that were interrupted, or came second, had begun to make. */
export function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter(isUnfinished)) {
    rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/** The bytes of a socket's address, on the system that has the fewest (macOS). */
const longestSocketPath = 103
const socketName = '/.s.PGSQL.5432'

const fits = (folder: string) => Buffer.byteLength(folder + socketName) <= longestSocketPath

/** The path itself where it is no link: it may be shorter than the real one. */
const followed = (path: string) => (lstatSync(path).isSymbolicLink() ? readlinkSync(path) : path)

function isUsable(folder: string, owner: number): boolean {
  if (!existsSync(folder)) return false
  const { uid, mode } = statSync(folder)
  return uid === owner && (mode & 0o077) === 0
}

/**
 * The private folder of the server's socket: in the data folder, or, where that path is too long
 * for a socket, a short one that the data folder links to. Every process finds the same one.
 */
export function socketFolder(dataDir: string, account: Account | undefined): string {
  const { socket } = placesIn(dataDir)
  const owner = account?.uid ?? process.getuid?.() ?? 0
  if (isUsable(socket, owner)) return followed(socket)
  rmSync(socket, { recursive: true, force: true })
  try {
    if (fits(socket)) {
      makePrivate(socket, account)
      return socket
    }
    const short = mkdtempSync(join(tmpdir(), 'breezeway-'))
    if (account) chownSync(short, account.uid, account.gid)
    linkOrRemove(short, socket)
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return followed(socket)
}

function linkOrRemove(folder: string, link: string): void {
  try {
    symlinkSync(folder, link)
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
}
