import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pack as createPack, type Pack } from 'tar-stream'
import { syncFolder } from '../../runtime/data-folder.ts'
import { BackupError, describeDiskError } from './backup-error.ts'
import { ReaderGone } from './entries.ts'

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
    const problem = describeDiskError(error, folder)
    if (problem) throw new BackupError(`${problem} No backup was made.`, { cause: error })
    throw error
  }
}

/**
 * Writes a tar as one whole file: `fill` adds its entries and ends it. Throws what failed first, and
 * leaves no file then.
 */
export async function writeTar<Filled>(
  path: string,
  fill: (pack: Pack) => Promise<Filled>,
): Promise<{ bytes: number; filled: Filled }> {
  const pack = createPack()
  // `fill` and the reader of the pack hear of it too.
  pack.on('error', () => {})
  const filling = fill(pack)
  filling.catch((error) => pack.destroy(error))
  const writing = writeFileWhole(path, pack as unknown as AsyncIterable<Uint8Array>)
  // What failed first says why: the other one fails because of it.
  writing.catch((error) => pack.destroy(error))
  try {
    const filled = filling.catch(async (error) => {
      // A reader that stops ends the pack before it has told why.
      if (error instanceof ReaderGone) await writing
      throw error
    })
    const [{ bytes }, result] = await Promise.all([writing, filled])
    return { bytes, filled: result }
  } finally {
    pack.destroy()
    // The unfinished file is gone then.
    await Promise.allSettled([filling, writing])
  }
}
