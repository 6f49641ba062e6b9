import { open } from 'node:fs/promises'

/**
 * Makes sure that the names of a folder's entries are on the disk. Not possible on Windows, which
 * does not need it.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
