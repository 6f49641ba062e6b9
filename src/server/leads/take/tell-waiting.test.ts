import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OwnerMail } from '#/contracts/notifications/mails.ts'
import { submissionOf } from '#tests/support/leads/submission-of.ts'
import { folderOfEachTest } from '#tests/support/own-folder.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { type Journal, journalFolder, openJournal } from './journal.ts'
import { createTellWaiting } from './tell-waiting.ts'

const stop = new AbortController().signal
const minute = 60_000

const folder = folderOfEachTest()
let journal: Journal
let sent: Extract<OwnerMail, { kind: 'waiting' }>[]
let fails: boolean
let isCatchingUp: boolean
/** Ends the mail that is being sent. */
let cutOff: AbortSignal | undefined
beforeEach(() => {
  journal = openJournal(folder.path)
  sent = []
  fails = false
  isCatchingUp = false
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-04T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const create = () =>
  createTellWaiting({
    folder: journalFolder(folder.path),
    journal,
    isCatchingUp: () => isCatchingUp,
    send: async (mail, signal) => {
      cutOff = signal
      if (fails) throw new Error('no mail server')
      if (mail.kind === 'waiting') sent.push(mail)
    },
    log: silentLogger,
  })

async function receive(name: string, more: Record<string, unknown> = {}) {
  const submission = submissionOf({ name, ...more })
  await journal.append({ submission, receivedAt: new Date().toISOString() })
}
const listed = () => sent.map(({ requests }) => requests.map(({ name }) => name))
function pass(ms: number) {
  vi.setSystemTime(Date.now() + ms)
}
test('who waits for a minute is told of once, with how to reach them', async () => {
  const tell = create()
  await receive('First', { phone: '+1 386 555 0123', message: 'No air.' })
  const createdAt = new Date().toISOString()
  pass(minute - 1)
  await tell(stop)
  expect(sent).toEqual([])
  pass(1)
  await tell(stop)
  const first = {
    name: 'First',
    email: 'maria@example.com',
    phone: '3865550123',
    phoneAsTyped: '+1 386 555 0123',
    address: '12 Lakeshore Drive, Deltona',
    service: 'ac-repair',
    createdAt,
  }
  expect(sent).toEqual([{ kind: 'waiting', requests: [first], count: 1, urgentCount: 0 }])
  await receive('Second')
  pass(minute)
  await tell(stop)
  await create()(stop)
  expect(sent).toHaveLength(1)
})

test('each hour of an outage has one mail, which lists all who wait, and the next outage has its own', async () => {
  await receive('First')
  pass(minute)
  await create()(stop)
  await receive('Second')
  pass(59 * minute - 1)
  await create()(stop)
  expect(listed()).toEqual([['First']])
  pass(1)
  // Two processes that share the journal, and one that starts later.
  await Promise.all([create()(stop), create()(stop)])
  await create()(stop)
  expect(listed().slice(1)).toEqual([['First', 'Second']])
  pass(60 * minute)
  await create()(stop)
  expect(listed().slice(2)).toEqual([['First', 'Second']])

  for (const name of await journal.list()) await journal.remove(name)
  await create()(stop)
  expect(readdirSync(journalFolder(folder.path))).toEqual([])
  await receive('Third')
  pass(minute)
  await create()(stop)
  expect(listed().slice(3)).toEqual([['Third']])
})

test('emergencies come first, what looks like spam is left out but in an emergency, and the rest is counted', async () => {
  await receive('Spam', { subject: 'Hello' })
  pass(minute)
  await create()(stop)
  expect(sent).toEqual([])
  for (let place = 1; place <= 100; place += 1) await receive(`Visitor ${place}`)
  await receive('Held', { subject: 'Hello', service: 'emergency-hvac' })
  pass(minute)
  await create()(stop)
  expect(sent).toMatchObject([{ count: 101, urgentCount: 1 }])
  const names = listed()[0]
  expect([names?.length, names?.[0], names?.at(-1)]).toEqual([100, 'Held', 'Visitor 99'])
})

test('while no recipient can be told it is tried again', async () => {
  await receive('First')
  pass(minute)
  fails = true
  await expect(create()(stop)).rejects.toThrow('no mail server')
  fails = false
  await create()(stop)
  await create()(stop)
  expect(listed()).toEqual([['First']])
})

test('a record that is damaged or stored by the time it is read is not told of', async () => {
  for (const name of ['Damaged', 'Stored', 'Third']) await receive(name)
  const [damaged = '', stored = ''] = await journal.list()
  writeFileSync(join(journalFolder(folder.path), damaged), 'cut off')
  const { read } = journal
  journal.read = (name) => {
    if (name === stored) rmSync(join(journalFolder(folder.path), name))
    return read(name)
  }
  pass(minute)
  await create()(stop)
  expect(listed()).toEqual([['Third']])
})

test('nobody is told while the journal is being emptied, and a server that stops waits for no mail', async () => {
  await receive('First')
  pass(minute)
  isCatchingUp = true
  await create()(stop)
  expect(sent).toEqual([])
  isCatchingUp = false
  const stopping = new AbortController()
  await create()(stopping.signal)
  expect(cutOff?.aborted).toBe(false)
  stopping.abort()
  expect(cutOff?.aborted).toBe(true)
})

test('a clock that is set back holds no mail', async () => {
  await receive('Before')
  pass(-24 * 60 * minute)
  await create()(stop)
  expect(listed()).toEqual([['Before']])
})

test('nor does one that is set back after the first mail hold the next ones', async () => {
  await receive('Before')
  pass(minute)
  await create()(stop)
  pass(-24 * 60 * minute)
  for (const mails of [2, 3, 4]) {
    await create()(stop)
    await create()(stop)
    expect(sent).toHaveLength(mails)
    pass(60 * minute)
  }
})

test('who sent a request again because no answer came is listed once', async () => {
  const submissionId = crypto.randomUUID()
  for (const _ of [1, 2]) await receive('Twice', { submissionId })
  pass(minute)
  await create()(stop)
  expect(sent).toMatchObject([{ count: 1, requests: [{ name: 'Twice' }] }])
})
