import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { watchDisk } from '#tests/support/machine/watched-disk.ts'
import { folderOfEachTest } from '#tests/support/own-folder.ts'
import { writeFileWhole } from './write-file.ts'

const folder = folderOfEachTest()
const piece = Buffer.alloc(3 * 1024 * 1024, 'a')
async function* pieces(count: number) {
  for (let i = 0; i < count; i += 1) yield piece
}

/** Notes the steps of the disk, which refuses the `refused`th write. */
function noteSteps(refused = Number.POSITIVE_INFINITY): string[] {
  const steps: string[] = []
  watchDisk((step, path) => {
    steps.push(step === 'sync' && statSync(path).isDirectory() ? 'sync folder' : step)
    if (step === 'write' && steps.filter((each) => each === 'write').length === refused)
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' })
  })
  return steps
}

test('a file has its name only when it is on the disk, which is never given much at once', async () => {
  const steps = noteSteps()
  const path = join(folder.path, 'file')
  expect(await writeFileWhole(path, pieces(5))).toEqual({ bytes: 5 * piece.byteLength })
  expect(readFileSync(path).equals(Buffer.concat(Array(5).fill(piece)))).toBe(true)
  expect(steps.join(', ')).toBe(
    'write, write, datasync, write, write, datasync, write, sync, rename, sync folder',
  )
})

test('a full disk is said plainly, and nothing is left on it', async () => {
  noteSteps(3)
  await expect(writeFileWhole(join(folder.path, 'file'), pieces(5))).rejects.toThrow(
    `The disk of ${folder.path} is full. No backup was made.`,
  )
  expect(readdirSync(folder.path)).toEqual([])
})
