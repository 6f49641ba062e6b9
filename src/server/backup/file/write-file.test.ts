import { readdirSync, readFileSync, statSync } from 'node:fs'
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { folderOfEachTest } from '#tests/support/own-folder.ts'
import { writeFileWhole } from './write-file.ts'

const folder = folderOfEachTest()
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const piece = Buffer.alloc(3 * 1024 * 1024, 'a')
async function* pieces(count: number) {
  for (let i = 0; i < count; i += 1) yield piece
}

/** Notes the calls of the disk, which refuses the `refused`th write. */
function watchDisk(refused = Number.POSITIVE_INFINITY): string[] {
  const steps: string[] = []
  const { open, rename } = fs
  vi.spyOn(fs, 'open').mockImplementation(async (path, ...rest) => {
    const file: FileHandle = await open(path, ...rest)
    const { writeFile, datasync, sync } = file
    file.writeFile = async (...content: Parameters<typeof writeFile>) => {
      steps.push('write')
      if (steps.filter((step) => step === 'write').length === refused)
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' })
      await writeFile.apply(file, content)
    }
    file.datasync = async () => {
      steps.push('datasync')
      await datasync.call(file)
    }
    file.sync = async () => {
      steps.push(statSync(String(path)).isDirectory() ? 'sync folder' : 'sync')
      await sync.call(file)
    }
    return file
  })
  vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    steps.push('rename')
    await rename(from, to)
  })
  syncBuiltinESMExports()
  return steps
}

test('a file has its name only when it is on the disk, which is never given much at once', async () => {
  const steps = watchDisk()
  const path = join(folder.path, 'file')
  expect(await writeFileWhole(path, pieces(5))).toEqual({ bytes: 5 * piece.byteLength })
  expect(readFileSync(path).equals(Buffer.concat(Array(5).fill(piece)))).toBe(true)
  expect(steps.join(', ')).toBe(
    'write, write, datasync, write, write, datasync, write, sync, rename, sync folder',
  )
})

test('a full disk is said plainly, and nothing is left on it', async () => {
  watchDisk(3)
  await expect(writeFileWhole(join(folder.path, 'file'), pieces(5))).rejects.toThrow(
    `The disk of ${folder.path} is full. No backup was made.`,
  )
  expect(readdirSync(folder.path)).toEqual([])
})
