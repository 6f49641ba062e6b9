import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { submissionOf } from '#tests/support/leads/submission-of.ts'
import { folderOfEachTest } from '#tests/support/own-folder.ts'
import { type Journal, journalFolder, openJournal } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'
import type { SubmitLead } from './submit-lead.ts'
import { createLeadTaker, type LeadTaker } from './take-lead.ts'

const stop = new AbortController().signal

type LogLine = { level: number; msg: string; name?: string; replayed?: number; err?: object }

const folder = folderOfEachTest()
let journal: Journal
let taker: LeadTaker
/** The submissions that the database was given, in order. */
let tried: string[]
let logLines: LogLine[]
let store: (name: string) => Promise<void>
beforeEach(() => {
  journal = openJournal(folder.path)
  tried = []
  logLines = []
  store = async () => {}
  taker = createTaker({ storeWithinMs: 5_000 })
})

const submitLead: SubmitLead = async ({ submission: { name, submissionId = '' } }) => {
  tried.push(name)
  await store(name)
  const lead = { id: tried.length, submissionId, reference: '', createdAt: new Date() }
  return { ...lead, isRepeat: false, hasLink: false, isHeld: false }
}
const log = pino({}, { write: (line: string) => void logLines.push(JSON.parse(line)) })
type Limits = { storeWithinMs: number; decideWithinMs?: number; replayWithinMs?: number }
const createTaker = (limits: Limits) =>
  createLeadTaker({ submitLead, ...limits, journal, log, onStored: () => {} })

const isAway = async () => {
  throw Object.assign(new Error('it is gone'), { code: 'ECONNREFUSED', syscall: 'connect' })
}
const sentBy = (name: string) => submissionOf({ name, email: `${name}@example.com` })
const send = (name: string) => taker.take({ submission: sentBy(name) })
let seconds = 0
/** Puts a submission into the journal, each a second after the one before. */
async function wait(name: string, email = `${name}@example.com`): Promise<void> {
  seconds += 1
  const receivedAt = new Date(Date.UTC(2026, 0, 31) + seconds * 1000).toISOString()
  await journal.append({ submission: { ...sentBy(name), email }, receivedAt })
}
const linesOf = (msg: RegExp) => logLines.filter((line) => msg.test(line.msg))

test('the first of the journal alone finds out whether the database is back', async () => {
  store = isAway
  for (const name of ['Ann', 'Bob', 'Eve']) await send(name)
  expect(tried).toEqual(['Ann'])
  expect(linesOf(/goes to the journal/)).toMatchObject([{ level: 40 }])
  await taker.replay(stop)
  expect([tried, (await journal.count()).waiting]).toEqual([['Ann', 'Ann'], 3])

  store = async () => {}
  await taker.replay(stop)
  expect([tried.slice(2), (await journal.count()).waiting]).toEqual([['Ann', 'Bob', 'Eve'], 0])
  // The log says how many there were, once.
  await taker.replay(stop)
  expect(linesOf(/have been stored/)).toMatchObject([{ replayed: 3 }])
})

test('a damaged record, and one that another process has stored, keep no other waiting', async () => {
  for (const name of ['Damaged', 'Removed', 'Ann']) await wait(name)
  const [damaged = '', removed = ''] = await journal.list()
  writeFileSync(join(journalFolder(folder.path), damaged), 'cut off')
  const { list } = journal
  journal.list = async () => {
    const names = await list()
    rmSync(join(journalFolder(folder.path), removed), { force: true })
    return names
  }
  await taker.replay(stop)
  expect([tried, await journal.count()]).toEqual([['Ann'], { waiting: 0, damaged: 1 }])
  expect(linesOf(/damaged and was set aside/)).toMatchObject([{ level: 50, name: damaged }])
  expect(logLines.filter(({ level }) => level === 50)).toHaveLength(1)
})

test('a record of a shape that this version does not know is set aside, told of once, and keeps no other waiting', async () => {
  const folderOfRecords = journalFolder(folder.path)
  const good = { submission: sentBy('Odd'), receivedAt: '2026-01-31T12:00:00.000Z' }
  const { email, ...withoutEmail } = good.submission
  const shapes = [
    ...[null, 7, [], 'text', {}, { ...good, submission: null }],
    ...[
      { ...good, receivedAt: 5 },
      { ...good, submission: { ...good.submission, phone: {} } },
    ],
    ...[
      { ...good, submission: withoutEmail },
      { version: 2, requests: [good] },
    ],
  ]
  await wait('Before')
  for (const [place, shape] of shapes.entries()) {
    const json = JSON.stringify(shape)
    const sum = createHash('sha256').update(json).digest('hex')
    writeFileSync(join(folderOfRecords, `${1_800_000_000_000 + place}-odd.json`), `${sum}\n${json}`)
  }
  await wait('After')
  await taker.replay(stop)
  expect([tried, await journal.count()]).toEqual([
    ['Before', 'After'],
    { waiting: 0, damaged: shapes.length },
  ])
  await taker.replay(stop)
  expect(linesOf(/damaged and was set aside/)).toHaveLength(shapes.length)
  expect(logLines.filter(({ level }) => level === 50)).toHaveLength(shapes.length)
})

test('what only comes along with a lead, and names that are new, are no reason to set it aside', async () => {
  const submission = { ...sentBy('Ann'), shownForMs: 'long', preferredTime: 'noon' }
  const record = { submission, receivedAt: '2026-01-31T12:00:00.000Z', consent: 'yes', more: 1 }
  await journal.append(record as unknown as JournalRecord)
  await taker.replay(stop)
  expect([tried, await journal.count()]).toEqual([['Ann'], { waiting: 0, damaged: 0 }])
})

test('a lead that is refused keeps no other of its visitor waiting', async () => {
  store = async (name) => {
    if (name === 'Refused') throw new Error('there is no such column')
  }
  for (const name of ['Refused', 'Second', 'Third']) await wait(name, 'ann@example.com')
  await taker.replay(stop)
  expect([tried, (await journal.count()).waiting]).toEqual([['Refused', 'Second', 'Third'], 1])
  await taker.replay(stop)
  expect(linesOf(/cannot be stored and stays there/)).toHaveLength(1)
  // Only one lead is refused: visitors' leads are still stored at once.
  await send('Bob')
  expect(tried.at(-1)).toBe('Bob')
  store = async () => {}
  await taker.replay(stop)
  expect((await journal.count()).waiting).toBe(0)
})

test('a server that stops takes up no more of the journal', async () => {
  const stopping = new AbortController()
  for (const name of ['Ann', 'Bob', 'Eve']) await wait(name)
  store = async () => stopping.abort()
  await taker.replay(stopping.signal)
  expect([tried, (await journal.count()).waiting]).toEqual([['Ann'], 2])
})

test('the same submission without a number gets one, by which its repeats are known', async () => {
  store = isAway
  const { submissionId } = await send('Ann')
  expect(submissionId).toMatch(/^[0-9a-f-]{36}$/)
  const [name = ''] = await journal.list()
  expect(await journal.read(name)).toMatchObject({ submission: { name: 'Ann', submissionId } })
})

test('a lead whose storing never ends keeps the others waiting for a moment only', async () => {
  const { promise: never } = Promise.withResolvers<void>()
  store = async () => {
    if (tried.length === 1) await never
  }
  const own = createTaker({ storeWithinMs: 20, replayWithinMs: 200 })
  for (const name of ['Hangs', 'Ann']) await own.take({ submission: sentBy(name) })
  const waiting = async () => {
    await own.replay(stop)
    return (await journal.count()).waiting
  }
  await expect.poll(waiting).toBe(0)
  expect(tried).toEqual(['Hangs', 'Hangs', 'Ann'])
})

test.each([
  ['fails', () => Promise.reject(Object.assign(new Error('it fails'), { code: 'EIO' }))],
  ['hangs', () => new Promise<never>(() => {})],
])('a disk that %s keeps no visitor from a database that is back', async (_how, disk) => {
  const own = createTaker({ storeWithinMs: 2_000, decideWithinMs: 50, replayWithinMs: 50 })
  Object.assign(journal, { append: disk, list: disk })
  store = isAway
  await expect(own.take({ submission: sentBy('Ann') })).rejects.toThrow()
  store = async () => {}
  await expect(own.replay(stop)).rejects.toThrow()
  await own.take({ submission: sentBy('Bob') })
  expect(tried).toEqual(['Ann', 'Bob'])
})
