import {
  appendFileSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
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

/** A logger, and the lines that it has written. */
function recordingLogger() {
  const lines: { level: number; msg: string; part?: string; err?: { code: string } }[] = []
  return { lines, logger: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }) }
}

/** Follows the log. The returned function reads the product's log, as pairs of level and message. */
function follow() {
  const { lines, logger } = recordingLogger()
  stop = followServerLog(file, logger)
  return () =>
    lines.map(({ level, msg, part }) => {
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

test('a line without a severity at its beginning is logged as it is, and a blank one is not', () => {
  const logged = follow()
  appendFileSync(file, 'DETAIL:  after ERROR:  x\n   \n\t\nLOG:   \nNOTICE:  y\n')
  stop?.()
  stop = undefined
  expect(logged()).toEqual([
    ['info', 'DETAIL:  after ERROR:  x'],
    ['info', 'NOTICE:  y'],
  ])
})

test('much that is written at once is logged to its end', async () => {
  const logged = follow()
  appendFileSync(file, `LOG:  ${'x'.repeat(100_000)}\n`.repeat(25))
  await expect.poll(() => logged().length).toBe(25)
  // A line longer than one read does not hide the lines after it.
  appendFileSync(file, `LOG:  ${'x'.repeat(1_500_000)}\nLOG:  last\n`)
  await expect.poll(() => logged().at(-1)).toEqual(['info', 'last'])
  expect(readFileSync(file).length).toBe(0)
})

test('a log that cannot be read is a warning, then and when following stops', async () => {
  const { lines, logger } = recordingLogger()
  const stopThis = followServerLog(file, logger)
  rmSync(file)
  const warnings = () => lines.map(({ level, msg, err }) => [level, msg, err?.code])
  const warning = [40, 'the log of PostgreSQL cannot be read', 'ENOENT']
  await expect.poll(() => warnings()[0]).toEqual(warning)
  stopThis()
  expect(warnings().at(-1)).toEqual(warning)
})

test('nothing is logged after following has stopped', async () => {
  const { lines, logger } = recordingLogger()
  const stopThis = followServerLog(file, logger)
  const logged = follow()
  appendFileSync(file, 'LOG:  for both\n')
  await expect.poll(logged).toHaveLength(1)
  stopThis()
  appendFileSync(file, 'LOG:  for one\n')
  await expect.poll(logged).toHaveLength(2)
  expect(lines.map(({ msg }) => msg)).toEqual(['for both'])
})

test('following does not keep the process alive', () => {
  const watchers = () =>
    process.getActiveResourcesInfo().filter((resource) => resource === 'FSEventWrap').length
  const before = watchers()
  follow()
  expect(watchers()).toBe(before)
})

/** How often this process has a file open. */
const descriptorsOf = (path: string) =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === path
    } catch {
      // The descriptor with which the folder was read.
      return false
    }
  }).length

test.runIf(process.platform === 'linux')('the file is not left open', async () => {
  const logged = follow()
  appendFileSync(file, 'LOG:  one\n')
  await expect.poll(logged).toHaveLength(1)
  expect(descriptorsOf(file)).toBe(0)
})
