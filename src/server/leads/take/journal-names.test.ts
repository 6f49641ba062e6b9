import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createJournalNames } from './journal-names.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
  mkdirSync(folder.path, { recursive: true })
  vi.spyOn(fs, 'readdir')
  // Modules that import the function by its name get the one that counts, too.
  syncBuiltinESMExports()
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  folder.remove()
})

const nameOf = (place: number) => `${place}`.padStart(8, '0')
const touch = (name: string) => writeFileSync(join(folder.path, name), '')
const reads = () =>
  vi.mocked(fs.readdir).mock.calls.filter(([path]) => String(path) === folder.path).length

test('a folder with few files is read each time', async () => {
  const names = createJournalNames(folder.path)
  touch(nameOf(2))
  expect(await names.read()).toEqual([nameOf(2)])
  touch(nameOf(1))
  expect(await names.read()).toEqual([nameOf(1), nameOf(2)])
  rmSync(join(folder.path, nameOf(2)))
  expect(await names.read()).toEqual([nameOf(1)])
  expect(reads()).toBe(3)
})

test('a folder with very many files is read once a minute, and what this process does is known', async () => {
  for (let file = 10; file < 110; file += 1) touch(nameOf(file))
  const names = createJournalNames(folder.path, 20)
  vi.advanceTimersByTime(3_600_000)
  // A change during the reading may or may not be in its result.
  const first = names.read()
  names.add(nameOf(110))
  names.drop(nameOf(10))
  touch(nameOf(110))
  rmSync(join(folder.path, nameOf(10)))
  await first
  for (let second = 0; second < 59; second += 1) {
    names.add(nameOf(111 + second))
    names.drop(nameOf(11 + second))
    vi.advanceTimersByTime(1_000)
    await names.read()
  }
  names.add(nameOf(1))
  const known = await names.read()
  expect(known).toEqual([...known].sort())
  expect([known[0], known[1], known.at(-1)]).toEqual([nameOf(1), nameOf(70), nameOf(169)])
  expect([known.length, reads()]).toEqual([1 + 170 - 70, 1])

  touch(nameOf(2))
  vi.advanceTimersByTime(1_001)
  expect((await names.read())[0]).toBe(nameOf(2))
  expect(reads()).toBe(2)
})

test('what happens while the folder is read is known, whether the reading has seen it or not', async () => {
  for (const hasSeen of [false, true]) {
    const { promise, resolve } = Promise.withResolvers<string[]>()
    vi.mocked(fs.readdir).mockReturnValueOnce(promise as never)
    const names = createJournalNames(folder.path, 1)
    const found = names.read()
    names.add(nameOf(3))
    names.drop(nameOf(1))
    resolve(hasSeen ? [nameOf(2), nameOf(3)] : [nameOf(1), nameOf(2)])
    expect(await found).toEqual([nameOf(2), nameOf(3)])
  }
})
