import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../tests/temporary-folder.ts'
import { followServerLog } from './server-log.ts'

let folder: ReturnType<typeof temporaryFolder>
let file: string
let stop: (() => void) | undefined
beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder.path, 'postgres.log')
})
afterEach(() => {
  stop?.()
  folder.remove()
})

/**
 * Follows the log from now on. The result reads the product's log, as pairs of level and message.
 */
function follow() {
  const lines: string[] = []
  stop = followServerLog(file, pino({}, { write: (line: string) => void lines.push(line) }))
  return () =>
    lines.map((line) => {
      const { level, msg, part } = JSON.parse(line)
      expect(part).toBe('postgres')
      return [pino.levels.labels[level], msg]
    })
}

test('what the server writes from now on is logged, with the level that it had', async () => {
  writeFileSync(file, 'LOG:  from before\n')
  const logged = follow()
  appendFileSync(file, 'PANIC:  a\nFATAL:  b\nERROR:  c\nWARNING:  d\nLOG:  e\n\n  more of it\n')
  await expect.poll(logged).toEqual([
    ['error', 'a'],
    ['warn', 'b'],
    ['warn', 'c'],
    ['warn', 'd'],
    ['info', 'e'],
    ['info', '  more of it'],
  ])
})

test('a line is logged when it is complete', async () => {
  const logged = follow()
  appendFileSync(file, 'LOG:  one\nLOG:  tw')
  await expect.poll(logged).toEqual([['info', 'one']])
  appendFileSync(file, 'o\n')
  await expect.poll(logged).toEqual([
    ['info', 'one'],
    ['info', 'two'],
  ])
})

test('the last lines are read when following stops', () => {
  const logged = follow()
  appendFileSync(file, 'LOG:  last words\n')
  stop?.()
  stop = undefined
  expect(logged()).toEqual([['info', 'last words']])
})

test('the file is private, and is emptied when it is too long', async () => {
  const logged = follow()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const long = `LOG:  ${'x'.repeat(100_000)}\n`
  appendFileSync(file, long.repeat(9))
  await expect.poll(() => logged().length).toBe(9)
  expect(readFileSync(file).length).toBe(9 * long.length)
  appendFileSync(file, long)
  await expect.poll(() => readFileSync(file).length).toBe(0)
  appendFileSync(file, 'LOG:  after that\n')
  await expect.poll(() => logged().at(-1)).toEqual(['info', 'after that'])
})
