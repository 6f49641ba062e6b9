import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { contactBody } from '#tests/support/factories.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { type Journal, journalFolder, openJournal } from './journal.ts'
import { createTellWaiting, type WaitingLead } from './tell-waiting.ts'

const stop = new AbortController().signal

let folder: ReturnType<typeof temporaryFolder>
let journal: Journal
let sent: WaitingLead[]
let fails: boolean | string
let isCatchingUp: boolean
/** Ends the mail that is being sent. */
let cutOff: AbortSignal | undefined
beforeEach(() => {
  folder = temporaryFolder()
  journal = openJournal(folder.path)
  sent = []
  fails = false
  isCatchingUp = false
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  folder.remove()
})

const create = () =>
  createTellWaiting({
    journal,
    findReasons: ({ subject }) => (subject === undefined ? [] : ['spam']),
    isCatchingUp: () => isCatchingUp,
    send: async (lead, signal) => {
      cutOff = signal
      if (fails === true || fails === lead.name) throw new Error('no mail server')
      sent.push(lead)
      return ['owner@example.com']
    },
    log: silentLogger,
  })

async function receive(name: string, more: Record<string, unknown> = {}) {
  const submissionId = crypto.randomUUID()
  const submission = submissionSchema.parse(contactBody({ name, submissionId, ...more }))
  await journal.append({ submission, receivedAt: new Date().toISOString() })
  return submissionId
}
const names = () => sent.map(({ name }) => name)
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('a lead that waits for a minute is told of once, with all that was sent', async () => {
  const tell = create()
  const submissionId = await receive('First', { phone: '+1 386 555 0123', message: 'No air.' })
  const receivedAt = new Date().toISOString()
  pass(59_999)
  await receive('Second')
  await tell(stop)
  expect(sent).toEqual([])
  pass(1)
  await tell(stop)
  expect(sent).toEqual([
    {
      id: null,
      isUrgent: false,
      submissionId,
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'First',
      email: 'maria@example.com',
      phone: '3865550123',
      phoneAsTyped: '+1 386 555 0123',
      address: '12 Lakeshore Drive, Deltona',
      service: 'ac-repair',
      message: 'No air.',
      createdAt: receivedAt,
      attribution: null,
    },
  ])
  pass(60_000)
  await tell(stop)
  await tell(stop)
  expect(names()).toEqual(['First', 'Second'])
})

test('what could not be told is tried again, what is stored or looks like spam is not told but in an emergency', async () => {
  const tell = create()
  await receive('Spam', { subject: 'Hello' })
  await receive('Held', { subject: 'Hello', service: 'emergency-hvac' })
  await receive('Stored')
  const [, , stored = ''] = await journal.list()
  await receive('Kept')
  await journal.remove(stored)
  pass(60_000)
  fails = true
  await expect(tell(stop)).rejects.toThrow('no mail server')
  fails = false
  // Two processes that share the journal, and one that starts later.
  await Promise.all([tell(stop), create()(stop)])
  await create()(stop)
  expect(names().toSorted()).toEqual(['Held', 'Kept'])
})

test('a lead of which no recipient can be told keeps no other waiting', async () => {
  const tell = create()
  await receive('Refused')
  await receive('Second')
  await receive('Third')
  pass(60_000)
  fails = 'Refused'
  await expect(tell(stop)).rejects.toThrow('no mail server')
  await expect(tell(stop)).rejects.toThrow('no mail server')
  expect(names()).toEqual(['Second', 'Third'])
  fails = false
  await tell(stop)
  expect(names()).toEqual(['Second', 'Third', 'Refused'])
})

test('a record that is damaged or stored by the time it is read is not mailed, and holds up no mail', async () => {
  for (const name of ['Damaged', 'Stored', 'Third']) await receive(name)
  const [damaged = '', stored = ''] = await journal.list()
  writeFileSync(join(journalFolder(folder.path), damaged), 'cut off')
  const { listUntold } = journal
  journal.listUntold = async () => {
    const untold = await listUntold()
    await journal.remove(stored)
    return untold
  }
  pass(60_000)
  await create()(stop)
  expect(names()).toEqual(['Third'])
})

test('a server that stops waits for no mail', async () => {
  const stopping = new AbortController()
  await receive('First')
  pass(60_000)
  await create()(stopping.signal)
  expect(cutOff?.aborted).toBe(false)
  stopping.abort()
  expect(cutOff?.aborted).toBe(true)
  await receive('Second')
  pass(60_000)
  await create()(stopping.signal)
  expect(names()).toEqual(['First'])
})

test('a clock that is set back holds no mail', async () => {
  const tell = create()
  await receive('Before')
  pass(-86_400_000)
  await receive('After')
  await tell(stop)
  expect(names()).toEqual(['Before'])
  pass(60_000)
  await tell(stop)
  expect(names()).toEqual(['Before', 'After'])
})

test('a lead is not told of while the journal is being emptied, nor after', async () => {
  await receive('First')
  pass(60_000)
  isCatchingUp = true
  await create()(stop)
  expect(names()).toEqual([])
  isCatchingUp = false

  // It is stored after it was read, and before it is marked as told.
  const claim = journal.claimTelling
  journal.claimTelling = async (name) => {
    await journal.remove(name)
    return claim(name)
  }
  await create()(stop)
  expect(names()).toEqual([])
  expect(readdirSync(journalFolder(folder.path))).toEqual([])
})
