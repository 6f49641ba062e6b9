import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { readFile } from './backup-routes.ts'

test('a file is whole, though the process that read it ended before anything of it was taken', async () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const path = join(folder.path, 'small')
  writeFileSync(path, 'a small backup')
  const content = await readFile(path)
  if (!content) throw new Error('the file could not be opened')
  const running = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap')
  await expect.poll(running).toEqual([])
  expect((await buffer(content)).toString()).toBe('a small backup')
})
