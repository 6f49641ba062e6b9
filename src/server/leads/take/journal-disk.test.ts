import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { submissionOf } from '#tests/support/leads/submission-of.ts'
import { watchDisk } from '#tests/support/machine/watched-disk.ts'
import { folderOfEachTest } from '#tests/support/own-folder.ts'
import { openJournal } from './journal.ts'

const folder = folderOfEachTest()
let dataDir: string
/** The calls of the disk, in order. */
let steps: string[]
/** What the disk waits for before it does a step; undefined for nothing. */
let hold: (step: string) => Promise<void> | undefined
/** The error with which the disk refuses a write or a sync; undefined for none. */
let refusal: (step: string) => string | undefined
beforeEach(() => {
  dataDir = join(folder.path, 'data')
  steps = []
  refusal = () => undefined
  hold = () => undefined
  watchDisk(
    async (kind, path) => {
      const step = `${kind} ${nameIn(path)}`
      steps.push(step)
      const code = refusal(step)
      if (code) throw Object.assign(new Error(code), { code })
      await hold(step)
    },
    (kind, path) => kind === 'sync' && steps.push(`synced ${nameIn(path)}`),
  )
})

/** The name of a file; those of records are all the same. */
const nameIn = (path: string) => basename(path).replace(/^\d{15}-.*\./, '*.')
const journalFolder = () => join(dataDir, 'journal')
const filesLeft = () => readdirSync(journalFolder())
const reserveName = 'reserved-space'

function received(name = 'Ann') {
  const submission = submissionOf({ name, submissionId: crypto.randomUUID() })
  return { submission, receivedAt: '2026-01-31T12:00:00.000Z' }
}

test('a record, its name and the folder are on the disk before it counts as received', async () => {
  const journal = openJournal(dataDir)
  await journal.append(received())
  const ofRecord = steps.filter((step) => /\*|journal/.test(step))
  expect(ofRecord).toEqual([
    'write *.new',
    'sync *.new',
    'synced *.new',
    'rename *.json',
    'sync journal',
    'synced journal',
  ])
  // Both folders are new.
  expect(steps).toEqual(expect.arrayContaining(['synced data', `synced ${basename(folder.path)}`]))
})

test('folders that were there need no more than the sync of what is new in them', async () => {
  mkdirSync(journalFolder(), { recursive: true })
  await openJournal(dataDir).append(received())
  expect(steps.filter((step) => step.startsWith('synced'))).toEqual([
    'synced *.new',
    'synced journal',
  ])
})

test('on a slow disk two records are synced at once, and none that is stored by then', async () => {
  const disk = Promise.withResolvers<void>()
  hold = (step) => (step === 'sync *.new' ? disk.promise : undefined)
  const journal = openJournal(dataDir)
  const records = Array.from({ length: 9 }, (_, index) => received(`Visitor ${index}`))
  let areStored = false
  const appended = records.map((record) => journal.append(record, () => areStored))
  const begun = () => steps.filter((step) => step === 'sync *.new')
  await expect.poll(() => begun().length).toBeGreaterThan(1)
  areStored = true
  disk.resolve()
  await Promise.all(appended)
  expect(begun()).toHaveLength(2)
  expect(await journal.count()).toEqual({ waiting: 2, damaged: 0 })
})

test('it is not known what a new folder has received that may be gone after a power cut', async () => {
  refusal = (step) => (step === 'sync data' ? 'EIO' : undefined)
  await expect(openJournal(dataDir).append(received())).rejects.toMatchObject({
    name: 'Undecided',
    cause: { code: 'EIO' },
  })
})

test.each([
  ['write *.new', 'has not received it', { code: 'EIO' }],
  ['sync *.new', 'has not received it', { code: 'EIO' }],
  ['sync journal', 'may have received it', { name: 'Undecided', cause: { code: 'EIO' } }],
])('a disk that fails at “%s” %s', async (failing, _what, error) => {
  const journal = openJournal(dataDir, 1)
  expect(await journal.reserve()).toBe(true)
  refusal = (step) => (step === failing ? 'EIO' : undefined)
  await expect(journal.append(received())).rejects.toMatchObject(error)
  // The space is kept for a full disk.
  expect(filesLeft().filter((name) => !name.endsWith('.json'))).toEqual([reserveName])
})

test.each(['ENOSPC', 'EDQUOT'])(
  'on a full disk (%s) records use the space that is kept',
  async (code) => {
    const journal = openJournal(dataDir, 1)
    await journal.reserve()
    refusal = (step) =>
      step === 'write *.new' && filesLeft().includes(reserveName) ? code : undefined
    await journal.proveWritable()
    expect(filesLeft()).toEqual([reserveName])
    await journal.append(received())
    expect(filesLeft()).toEqual(await journal.list())
    expect(await journal.count()).toEqual({ waiting: 1, damaged: 0 })
  },
)

test('when others take what is given up, a record tries again until nothing is left to give', async () => {
  const parts = 3
  const journal = openJournal(dataDir, parts * 1024 * 1024)
  await journal.reserve()
  // The first two parts are gone before the record is written, and the third is not.
  let writes = 0
  refusal = (step) => (step === 'write *.new' && ++writes <= 2 ? 'ENOSPC' : undefined)
  await journal.append(received())
  expect(statSync(join(journalFolder(), reserveName)).size).toBe(1024 * 1024)
  // Another record gives the last part up while this one asks for it.
  writes = 0
  refusal = (step) => {
    if (step !== 'write *.new' || ++writes > 1) return undefined
    rmSync(join(journalFolder(), reserveName))
    return 'ENOSPC'
  }
  await journal.append(received())
  expect(await journal.count()).toEqual({ waiting: 2, damaged: 0 })
})

test('a disk that is full to the last byte refuses, and says that nothing can be written', async () => {
  const journal = openJournal(dataDir, 1)
  refusal = (step) => (step.startsWith('write') ? 'ENOSPC' : undefined)
  await expect(journal.append(received())).rejects.toThrow('ENOSPC')
  await expect(journal.proveWritable()).rejects.toThrow()
  expect(filesLeft()).toEqual([])
})

test('a disk that fails cannot be written, whatever space is kept; a sound one can', async () => {
  const journal = openJournal(dataDir, 1)
  await journal.reserve()
  await journal.proveWritable()
  refusal = (step) => (step.startsWith('sync') ? 'EIO' : undefined)
  await expect(journal.proveWritable()).rejects.toThrow()
  expect(filesLeft()).toEqual([reserveName])
})

test('those received in the same millisecond come back in the order in which they came', async () => {
  const journal = openJournal(dataDir)
  const names = Array.from({ length: 12 }, (_, index) => `Visitor ${index}`)
  for (const name of names) await journal.append(received(name))
  const records = await Promise.all((await journal.list()).map(journal.read))
  expect(records).toMatchObject(names.map((name) => ({ submission: { name } })))
})

test('a folder that does not answer is read by one at a time, for all who ask: few files can be read at once', async () => {
  const journal = openJournal(dataDir)
  const answer = Promise.withResolvers<string[]>()
  const read = vi.spyOn(fs, 'readdir').mockImplementation(() => answer.promise as never)
  syncBuiltinESMExports()
  const asked = [journal.list(), journal.count(), journal.files(), journal.list()]
  expect(read).toHaveBeenCalledTimes(1)
  answer.resolve(['2-b.json', '1-a.json', '3-c.damaged'])
  const names = ['1-a.json', '2-b.json']
  const all = [...names, '3-c.damaged']
  expect(await Promise.all(asked)).toEqual([names, { waiting: 2, damaged: 1 }, all, names])
  // Once more for all who asked meanwhile.
  expect(read).toHaveBeenCalledTimes(2)
})
