import { randomBytes } from 'node:crypto'
import { open, rm, stat, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'

/** Free space beside the reserve, as a multiple of it: the reserve must not fill the disk. */
const timesFree = 4

/**
 * Space is taken and given up in parts. Other programs that write to a full disk use what is given
 * up, so it is not given up all at once.
 */
const part = 1024 * 1024

/** Keeps space on a disk for the day when it is full: a file in a folder with this many bytes; none for 0. */
export function reserveSpace(folder: string, bytes: number) {
  const path = join(folder, 'reserved-space')

  const size = async () => (await stat(path).catch(() => undefined))?.size ?? 0

  /** Takes the space again, if the disk has enough. Returns whether it is taken. */
  async function take(): Promise<boolean> {
    if ((await size()) >= bytes) return true
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < timesFree * bytes) return false
    const file = await open(path, 'w', 0o600)
    try {
      // Random, so that no file system saves the space of zeros.
      for (let written = 0; written < bytes; written += part) {
        await file.write(randomBytes(Math.min(part, bytes - written)))
      }
      await file.sync()
    } finally {
      await file.close()
    }
    return true
  }

  /** Gives up a part of the space, for the next write. Returns false if there was none left. */
  async function giveUpPart(): Promise<boolean> {
    const taken = await size()
    const remove = () => rm(path, { force: true })
    // Some file systems need space to make a file shorter.
    if (taken > part) await truncate(path, taken - part).catch(remove)
    else await remove()
    return taken > 0
  }

  /** True if there is space to give up. */
  const isThere = async () => (await size()) > 0

  return { take, giveUpPart, isThere }
}
