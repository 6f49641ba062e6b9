import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDatabaseAway } from '../../db/failures.ts'
import { syncFolder } from '../../runtime/data-folder.ts'
import { BackupError, describeDiskError } from './backup-error.ts'

/** A file with this ending was left by a run that did not come to its end. */
export const unfinishedEnding = '.unfinished'

/** How much is written before a sync: the sync of a visitor's lead never waits for more. */
const syncEvery = 4 * 1024 * 1024

/**
 * Writes a file that only its owner may read, under another name until all of it is on the disk. No
 * file of this name is replaced. Throws a BackupError if the disk refuses, and leaves nothing.
 */
export async function writeFileWhole(
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number }> {
  if (existsSync(path)) throw new BackupError(`There’s already a file ${path}.`)
  const folder = dirname(path)
  const name = `.${basename(path)}-${randomBytes(4).toString('hex')}${unfinishedEnding}`
  const unfinished = join(folder, name)
  let bytes = 0
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      let unsynced = 0
      for await (const chunk of content) {
        await file.writeFile(chunk)
        bytes += chunk.byteLength
        unsynced += chunk.byteLength
        if (unsynced < syncEvery) continue
        await file.datasync()
        unsynced = 0
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    await syncFolder(folder)
    return { bytes }
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    // What is written may come from a database that is lost meanwhile.
    const problem = isDatabaseAway(error) ? undefined : describeDiskError(error, folder)
    if (problem) throw new BackupError(`${problem} No backup was made.`, { cause: error })
    throw error
  }
}
