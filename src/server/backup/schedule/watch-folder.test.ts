import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { backupName } from './folder.ts'
import { silentDisk, type WatchedFolder, watchFolder } from './watch-folder.ts'

let folder: ReturnType<typeof temporaryFolder>
let watched: WatchedFolder | undefined
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => {
  watched?.close()
  folder.remove()
})

const ownProcess = JSON.stringify(new URL('../../runtime/own-process.ts', import.meta.url).href)

test('the backups in the folder are known by their names and sizes, and no other file is', async () => {
  const name = backupName(new Date('2026-11-22T03:17:00Z'))
  writeFileSync(join(folder.path, name), 'four')
  for (const other of ['secret', `${name}.untried`, 'breezeway-by-hand.backup'])
    writeFileSync(join(folder.path, other), '')
  watched = watchFolder({ folder: folder.path, isFolderNamed: true })
  expect(await watched.lookAnew()).toEqual({ problem: null, files: { [name]: 4 } })
})

test('a disk that does not answer is told of, has one process wait for it, and is looked at again once it answers', async () => {
  const entry = join(folder.path, 'held.mjs')
  const [starts, released] = [join(folder.path, 'starts'), join(folder.path, 'released')]
  // It waits as a process does that reads from a stalled disk.
  writeFileSync(
    entry,
    `import { appendFileSync, existsSync } from 'node:fs'
     import { answerOrder } from ${ownProcess}
     appendFileSync(${JSON.stringify(starts)}, 'x')
     answerOrder(() => new Promise((resolve) => setInterval(() => {
       if (existsSync(${JSON.stringify(released)})) resolve({ problem: null, files: { a: 1 } })
     }, 10)))`,
  )
  const choice = { folder: folder.path, isFolderNamed: true }
  watched = watchFolder(choice, { entry, silentMs: 50, beginMs: 60_000, freshMs: 0 })
  const problem = silentDisk(folder.path)
  expect(await watched.lookAnew()).toEqual({ problem, files: {} })
  for (let visit = 0; visit < 5; visit += 1) expect((await watched.look()).problem).toBe(problem)
  expect((await watched.lookAnew()).problem).toBe(problem)
  await expect.poll(() => existsSync(starts)).toBe(true)
  expect(readFileSync(starts, 'utf8')).toBe('x')
  writeFileSync(released, '')
  await expect.poll(() => watched?.known()).toEqual({ problem: null, files: { a: 1 } })
})

test('a machine that is too busy to begin says nothing of the disk, and nobody waits for it', async () => {
  const entry = join(folder.path, 'late.mjs')
  const released = join(folder.path, 'released')
  writeFileSync(
    entry,
    `import { existsSync } from 'node:fs'
     import { setTimeout as sleep } from 'node:timers/promises'
     while (!existsSync(${JSON.stringify(released)})) await sleep(10)
     const { answerOrder } = await import(${ownProcess})
     answerOrder(async () => ({ problem: null, files: { a: 1 } }))`,
  )
  const choice = { folder: folder.path, isFolderNamed: true }
  watched = watchFolder(choice, { entry, silentMs: 50, beginMs: 200, freshMs: 0 })
  for (let visit = 0; visit < 2; visit += 1)
    expect(await watched.lookAnew()).toEqual({ problem: null, files: {} })
  writeFileSync(released, '')
  await expect.poll(() => watched?.known().files).toEqual({ a: 1 })
})
