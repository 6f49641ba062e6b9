import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const sharedMemory = '/dev/shm'
const neededBytes = 4 * 1024 ** 3

function hasRoom(): boolean {
  try {
    accessSync(sharedMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(sharedMemory)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}

/**
 * Keeps the temporary files of this process and its children in memory, where the system has room for
 * them there: a test's database is made much sooner then. Does nothing if TMPDIR is set.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!process.env.TMPDIR && hasRoom()) process.env.TMPDIR = sharedMemory
}

/** Where the processes that tests start share compiled code: tests start hundreds of processes. */
export const compileCache = () =>
  process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'breezeway-compile-cache')

/** Lets all children of this process share compiled code. */
export function shareCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE = compileCache()
}
