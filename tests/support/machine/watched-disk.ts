import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished, vi } from 'vitest'

/** A step of the disk, and the path of its file or folder; that of a rename is the new one. */
type OnStep = (step: 'write' | 'datasync' | 'sync' | 'rename', path: string) => unknown

/** Has `before` hold up or refuse each step until the test ends, and `after` told of those that are done. */
export function watchDisk(before: OnStep, after: OnStep = () => {}): void {
  const { open, rename } = fs
  const watched = async (step: Parameters<OnStep>[0], path: unknown, run: () => Promise<void>) => {
    await before(step, String(path))
    await run()
    after(step, String(path))
  }
  vi.spyOn(fs, 'open').mockImplementation(async (path, ...rest) => {
    const file: FileHandle = await open(path, ...rest)
    const { writeFile, datasync, sync } = file
    file.writeFile = (...content: Parameters<typeof writeFile>) =>
      watched('write', path, () => writeFile.apply(file, content))
    file.datasync = () => watched('datasync', path, () => datasync.call(file))
    file.sync = () => watched('sync', path, () => sync.call(file))
    return file
  })
  vi.spyOn(fs, 'rename').mockImplementation((from, to) =>
    watched('rename', to, () => rename(from, to)),
  )
  // Modules that import the functions by their names get these, too.
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
}
