import { readdirSync, readFileSync, statSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { folderOfEachTest } from '#tests/support/own-folder.ts'
import { reserveSpace } from './reserved-space.ts'

const bytes = 3 * 1024 * 1024 + 7

const folder = folderOfEachTest()
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test('space is taken once, given up part by part, and taken again', async () => {
  const reserve = reserveSpace(folder.path, bytes)
  expect(await reserve.isThere()).toBe(false)
  expect(await reserve.take()).toBe(true)
  const [name = ''] = readdirSync(folder.path)
  const path = join(folder.path, name)
  const { size, mode } = statSync(path)
  expect([size, mode & 0o777]).toEqual([bytes, 0o600])
  const content = readFileSync(path)
  expect(await reserve.take()).toBe(true)
  expect(readFileSync(path).equals(content)).toBe(true)
  // A reserve that became larger is filled up.
  expect(await reserveSpace(folder.path, bytes + 1).take()).toBe(true)
  expect(statSync(path).size).toBe(bytes + 1)
  expect(await reserve.isThere()).toBe(true)
  for (const left of [2 * 1024 * 1024 + 8, 1024 * 1024 + 8, 8]) {
    expect(await reserve.giveUpPart()).toBe(true)
    expect(statSync(path).size).toBe(left)
  }
  expect(await reserve.isThere()).toBe(true)
  expect(await reserve.giveUpPart()).toBe(true)
  expect(readdirSync(folder.path)).toEqual([])
  expect(await reserve.isThere()).toBe(false)
  expect(await reserve.giveUpPart()).toBe(false)
  expect(await reserve.take()).toBe(true)
  expect(statSync(path).size).toBe(bytes)
})

test('where a file cannot be made shorter, all of the space is given up', async () => {
  const reserve = reserveSpace(folder.path, bytes)
  await reserve.take()
  vi.spyOn(fs, 'truncate').mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  syncBuiltinESMExports()
  expect(await reserve.giveUpPart()).toBe(true)
  expect(readdirSync(folder.path)).toEqual([])
})

test('a disk with hardly more is left alone, and nothing is reserved where nothing is asked', async () => {
  expect(await reserveSpace(folder.path, Number.MAX_SAFE_INTEGER).take()).toBe(false)
  expect(await reserveSpace(folder.path, 0).take()).toBe(true)
  expect(readdirSync(folder.path)).toEqual([])
})
