import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { submissionSchema } from '#/contracts/leads.ts'
import { contactBody } from '../../../../tests/factories.ts'
import { silentLogger } from '../../../../tests/silent-logger.ts'
import { temporaryFolder } from '../../../../tests/temporary-folder.ts'
import { makePassingKey } from '../../runtime/encryption.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { openMirror } from './mirror.ts'
import { readLine } from './mirror-lines.ts'

let parent: ReturnType<typeof temporaryFolder>
let folder: string
beforeEach(() => {
  parent = temporaryFolder()
  folder = join(parent.path, 'mirror')
  mkdirSync(folder)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  parent.remove()
})

const record = (name: string): JournalRecord => ({
  submission: submissionSchema.parse(contactBody({ name, submissionId: crypto.randomUUID() })),
  receivedAt: new Date().toISOString(),
})
const open = (keys: string[] = []) => openMirror(folder, keys, silentLogger)

/** All lines in the folder, as they stand there. */
const lines = () =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean),
  )

async function namesIn(secretKeys: string[] = []): Promise<string[]> {
  const read = await Promise.all(lines().map((line) => readLine(line, secretKeys)))
  return read.map((line) => ('lead' in line ? line.lead.submission.name : JSON.stringify(line)))
}

test('a lead is on the disk, as a line that a person can read, before the visitor is answered', async () => {
  const steps: string[] = []
  const { open: openFile } = fs
  vi.spyOn(fs, 'open').mockImplementation(async (path, ...rest) => {
    const file: FileHandle = await openFile(path, ...rest)
    const { datasync, sync } = file
    file.datasync = async () => {
      await datasync.call(file)
      steps.push('synced')
    }
    file.sync = async () => {
      await sync.call(file)
      steps.push('synced folder')
    }
    return file
  })
  syncBuiltinESMExports()
  const mirror = open()
  await mirror.addLead(record('Maria Alvarez'))
  steps.push('answered')
  await Promise.all([mirror.addLead(record('Ana Torres')), mirror.addLead(record('Jo Kim'))])
  steps.push('answered')
  await mirror.close()
  expect(steps.join(', ')).toMatch(/^synced folder, synced, answered, synced(, synced)?, answered$/)
  expect(await namesIn()).toEqual(['Maria Alvarez', 'Ana Torres', 'Jo Kim'])
  expect(lines()[0]).toContain('"name":"Maria Alvarez"')
  const [file = ''] = readdirSync(folder)
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
})

test('nobody waits for a mirror that does not take leads; it says so, and takes them when it can', async () => {
  rmSync(folder, { recursive: true })
  const mirror = open()
  await mirror.addLead(record('Maria Alvarez'))
  await expect
    .poll(mirror.problem)
    .toMatch(/^LEAD_MIRROR does not take requests: its folder is missing/)
  await mirror.addLead(record('Ana Torres'))
  mkdirSync(folder)
  await expect.poll(mirror.problem).toBeNull()
  await expect.poll(async () => (await namesIn()).sort()).toEqual(['Ana Torres', 'Maria Alvarez'])
  await mirror.close()
})

test('of all visitors only the first wait for a mirror whose disk never answers, and no longer than half a second', async () => {
  const disk = Promise.withResolvers<void>()
  const { open: openFile } = fs
  vi.spyOn(fs, 'open').mockImplementation(async (path, ...rest) => {
    const file: FileHandle = await openFile(path, ...rest)
    const { datasync } = file
    file.datasync = async () => {
      await disk.promise
      await datasync.call(file)
    }
    return file
  })
  syncBuiltinESMExports()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const mirror = open()
  const answered: string[] = []
  const send = (name: string) => mirror.addLead(record(name)).then(() => answered.push(name))
  void send('Maria Alvarez')
  void send('Ana Torres')
  await vi.advanceTimersByTimeAsync(499)
  expect([answered, mirror.problem()]).toEqual([[], null])
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).toEqual(['Maria Alvarez', 'Ana Torres'])
  expect(mirror.problem()).toMatch(/^LEAD_MIRROR does not take requests: its disk is slow/)
  void send('Jo Kim')
  // No time passes for the next one.
  await vi.advanceTimersByTimeAsync(0)
  expect(answered).toEqual(['Maria Alvarez', 'Ana Torres', 'Jo Kim'])
  vi.useRealTimers()
  disk.resolve()
  await expect.poll(() => namesIn()).toEqual(['Maria Alvarez', 'Ana Torres', 'Jo Kim'])
  await expect.poll(mirror.problem).toBeNull()
  await mirror.close()
})

test('with a key, lines can be read with the secret key only', async () => {
  const key = await makePassingKey()
  const mirror = open([key.public])
  await mirror.addLead(record('Maria Alvarez'))
  await mirror.addErasure(['an-id'])
  await mirror.close()
  expect(lines().join()).not.toContain('Maria')
  expect((await namesIn()).sort()).toEqual([
    '{"at":"ISO","erased":["an-id"]}'.replace('ISO', JSON.parse(erasedLine()).at),
    '{"problem":"encrypted"}',
  ])
  expect(await namesIn([key.secret])).toContain('Maria Alvarez')
})

const erasedLine = () =>
  lines()
    .find((line) => line.includes('erased'))
    ?.slice(17) ?? ''

test('a damaged line is told from the others', async () => {
  const mirror = open()
  await mirror.addLead(record('Maria Alvarez'))
  await mirror.addLead(record('Ana Torres'))
  await mirror.close()
  const [name = ''] = readdirSync(folder)
  const text = readFileSync(join(folder, name), 'utf8')
  writeFileSync(join(folder, name), text.replace('Maria', 'Marie').slice(0, -1))
  expect(await namesIn()).toEqual(['{"problem":"damaged"}', 'Ana Torres'])
})

test('a line of a shape that this version does not know counts as damaged', async () => {
  const mirror = open()
  await mirror.addLead(record('Ana Torres'))
  await mirror.close()
  const at = '2026-03-04T12:00:00.000Z'
  const shapes = [
    null,
    1,
    {},
    { at, lead: { submission: null } },
    { at, erased: 'all' },
    { at, new: 1 },
  ]
  const written = shapes.map((shape) => {
    const json = JSON.stringify(shape)
    return `${createHash('sha256').update(json).digest('hex').slice(0, 16)} ${json}\n`
  })
  writeFileSync(join(folder, 'leads-2026-03-04-later.jsonl'), written.join(''))
  expect((await namesIn()).sort()).toEqual(
    ['Ana Torres', ...shapes.map(() => '{"problem":"damaged"}')].sort(),
  )
})

test('what is older than any backup would need is deleted, but not what was erased', async () => {
  const names = [
    'leads-2026-01-30-a.jsonl',
    'leads-2026-01-31-a.jsonl',
    'erasures-2026-01-01-a.jsonl',
  ]
  for (const name of [...names, 'notes.txt']) writeFileSync(join(folder, name), '')
  await open().prune(new Date('2026-04-01T00:00:00Z'))
  expect(readdirSync(folder).sort()).toEqual([...names.slice(1), 'notes.txt'].sort())
})
