import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const reasons: Record<string, string> = {
  EROFS: 'its disk is read-only',
  EACCES: 'this user isn’t allowed to write there',
  EPERM: 'this user isn’t allowed to write there',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  ENOENT: 'its folder is missing',
  EIO: 'its disk is failing',
}

/** Why a folder or a file in it cannot be written, without its path. */
export function whyUnwritable(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  return reasons[code] ?? (code || 'the log says why')
}

/**
 * The code of what keeps a folder from being made or written. On a read-only disk `mkdir` says of a
 * folder that it does not exist, so the nearest existing folder is tried.
 */
function codeOf(folder: string, error: unknown): string {
  let nearest = folder
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
  try {
    if (!statSync(nearest).isDirectory()) return 'ENOTDIR'
    accessSync(nearest, constants.W_OK)
  } catch (found) {
    return (found as NodeJS.ErrnoException).code ?? ''
  }
  return (error as NodeJS.ErrnoException).code ?? (error as Error).message
}

/** Why DATA_DIR cannot be used, and what to do about it, as one line. */
export function describeUnusable(dataDir: string, error: unknown): string {
  const code = codeOf(dataDir, error)
  return `DATA_DIR ${dataDir} can’t be used: ${reasons[code] ?? code}. Set it to a folder that the product’s user can write to.`
}

/** Makes sure that the names of a folder's entries are on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Writes a file that only its owner may read: it is whole or not there, and takes the place of another one
 * of its name.
 */
export async function replaceFile(path: string, content: string | Buffer): Promise<void> {
  const folder = dirname(path)
  const unfinished = join(folder, `.${basename(path)}.${process.pid}`)
  await writeFile(unfinished, content, { mode: 0o600, flush: true })
  await rename(unfinished, path)
  await syncFolder(folder)
}
