import { readdirSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { readConfig } from '../config/config.ts'
import { checkDisk } from './check-disk.ts'

const megabyte = 1024 * 1024
const ext4 = 0xef53

let folder: ReturnType<typeof temporaryFolder>
/** The disk's own facts, and the milliseconds of each write. */
let disk: { free: number; all: number; type: number; times: number[] }
beforeEach(() => {
  folder = temporaryFolder()
  disk = { free: 50_000 * megabyte, all: 100_000 * megabyte, type: ext4, times: [2] }
  vi.spyOn(fs, 'statfs').mockImplementation(
    async () =>
      ({
        ...{ type: disk.type, bsize: 4096 },
        ...{ bavail: disk.free / 4096, blocks: disk.all / 4096 },
      }) as never,
  )
  // Modules that import the function by its name get this one, too.
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  folder.remove()
})

/** A clock that is asked before and after each write. */
function clockOf(times: readonly number[]) {
  let asked = 0
  return () => {
    asked += 1
    return asked % 2 === 1 ? 0 : (times[(asked / 2 - 1) % times.length] ?? 0)
  }
}

/** The findings, with their advice. */
async function look(env: Record<string, string> = {}): Promise<string[]> {
  const findings = await checkDisk(
    readConfig({ DATA_DIR: folder.path, ...env }),
    clockOf(disk.times),
  )
  return findings.map(({ state, text, advice }) => [`${state}:`, text, advice ?? '-'].join(' '))
}

test('it says how far the room on the disk goes, in the words of the product', async () => {
  const makeRoom = 'Make room on the disk of DATA_DIR'
  const full = `bad: The server’s disk is full: 15 MB are left. ${makeRoom}: requests are taken only until JOURNAL_RESERVE_MB is used up.`
  const low = (left: string) =>
    `warn: The server’s disk is nearly full: ${left} MB are left. ${makeRoom} before it is full: then requests are turned away.`
  const of = (left: string) => `good: ${left} are free for ${folder.path}. -`
  const said: [free: number, all: number, found: string][] = [
    [15, 100_000, full],
    [16, 100_000, low('16')],
    [1_999, 100_000, low('1999')],
    [2_000, 100_000, of('2000 MB')],
    [10_000, 100_000, of('10 GB')],
    [99, 1_000, low('99')],
    [100, 1_000, of('100 MB')],
  ]
  for (const [free, all, found] of said) {
    Object.assign(disk, { free: free * megabyte, all: all * megabyte })
    expect((await look())[0]).toBe(found)
  }
})

const tooFast =
  'No disk is so fast: it may say so before it is true, and lose requests in a power cut. ' +
  'Look how this disk or virtual machine is set up: its cache must survive a power cut.'
const tooSlow = 'Every visitor who sends a request waits for that. Take a faster disk.'

test.each([
  [0.014, 'warn: The disk takes 0.01 ms', tooFast],
  [0.015, 'good: The disk takes 0.01 ms', '-'],
  [1, 'good: The disk takes 1.0 ms', '-'],
  [20, 'good: The disk takes 20.0 ms', '-'],
  [20.1, 'warn: The disk takes 20.1 ms', tooSlow],
])('a write that takes %d ms is judged', async (ms, found, advice) => {
  disk.times = [ms]
  expect((await look())[1]).toBe(`${found} to say that something is on it. ${advice}`)
})

test('the write in the middle counts, and nothing is left of any', async () => {
  // As text 10 would come before 9.
  disk.times = Array.from({ length: 25 }, (_, index) => 25 - index)
  expect((await look())[1]).toContain(' 13.0 ms ')
  expect(readdirSync(folder.path)).toEqual([])
})

test.each([0x01021994, 0x858458f6])('a folder in memory (%d) is none', async (type) => {
  disk.type = type
  expect(await look()).toContain(
    `bad: ${folder.path} is in memory: all requests are gone when the machine restarts. Set DATA_DIR to a folder on a disk.`,
  )
})

test('what cannot be written or is not there yet is named, with what to do', async () => {
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  expect(await look({ DATA_DIR: file })).toEqual([
    `bad: ${file} cannot be written: it is, or lies below, a file. Give the folder to the user that runs the product, or correct DATA_DIR.`,
  ])
  expect(await look({ DATA_DIR: join(folder.path, 'new') })).toEqual([
    `warn: There is no folder ${folder.path}/new yet. npm start makes it.`,
  ])
})

test('a folder of the backups that is missing is told of', async () => {
  expect((await look({ BACKUP_DIR: `${folder.path}/away` })).slice(2)).toEqual([
    `bad: There is no folder for backups ${folder.path}/away. It is not made: its disk may not be mounted. Mount its disk, or correct BACKUP_DIR.`,
  ])
  expect(await look()).toHaveLength(2)
})
