import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { probes, users } from '../db/tables/schema.ts'
import { createOutage } from './outage.ts'
import { readLastTold } from './probe-rows.ts'
import { readProbeStatus } from './probe-status.ts'

const never = new AbortController().signal
const at = (time: string) => new Date(`2026-11-22T${time}:00Z`)

describeOnDatabase('an outage of the database', (database) => {
  let folder: ReturnType<typeof temporaryFolder>
  let told: (string | null)[]
  let isReached: boolean
  let isWritable: boolean
  let dueAt: Date
  beforeEach(() => {
    folder = temporaryFolder()
    told = []
    isReached = true
    isWritable = true
    dueAt = at('12:00')
  })
  afterEach(async () => {
    await database.handle().db.delete(probes)
    folder.remove()
  })

  const times = { last: () => dueAt, next: () => undefined }
  const open = () =>
    createOutage(
      {
        ...{ db: database.handle().db, dataDir: folder.path, times },
        tell: async ({ problem }) => {
          if (isReached) told.push(problem)
          return isReached
        },
        proveJournal: async () => {
          if (!isWritable) throw new Error('full')
        },
      },
      at('11:50'),
    )
  const waits = 'The database cannot be reached. Requests wait in the journal until it is back.'

  const lost =
    'The database cannot be reached, and the journal cannot be written: requests are turned away.'

  test('is told of once by all processes of a machine, when a probe was due', async () => {
    const [one, other] = [open(), open()]
    dueAt = at('11:00')
    await one.begin(never, at('11:59'))
    expect(told).toEqual([])
    dueAt = at('12:00')
    await Promise.all([one.begin(never, at('12:01')), other.begin(never, at('12:01'))])
    dueAt = at('13:00')
    await one.begin(never, at('13:01'))
    expect(told).toEqual([waits])
  })

  test('that no recipient could be told of is told a little later, and says when requests are lost', async () => {
    const one = open()
    isReached = false
    await one.begin(never, at('12:01'))
    isReached = true
    isWritable = false
    await one.begin(never, at('12:02'))
    expect(told).toEqual([lost])
  })

  test('is told of once by a process whose disk takes no file, and stored when it is over', async () => {
    const { db } = database.handle()
    const one = open()
    rmSync(folder.path, { recursive: true })
    isWritable = false
    await one.begin(never, at('12:01'))
    await one.begin(never, at('12:02'))
    expect(told).toEqual([lost])
    await one.settle()
    one.end(at('12:30'))
    expect(await readLastTold(db, dueAt)).toBe('failed')
    dueAt = at('13:00')
    await one.begin(never, at('13:01'))
    expect(told).toEqual([lost, lost])
  })

  test('is told of although a crash has left the file of an earlier one without its content', async () => {
    writeFileSync(join(folder.path, 'probe-outage'), '')
    const one = open()
    await one.settle()
    await one.begin(never, at('12:01'))
    expect(told).toEqual([waits])
  })

  test('is stored as a failed probe when it is over, so that the next one tells of its end', async () => {
    const { db } = database.handle()
    await db.insert(users).values({
      ...{ id: 'u1', name: 'Ana', email: 'ana@site.example', role: 'admin' },
      passwordHash: '',
      createdAt: at('01:00'),
    })
    const one = open()
    await one.begin(never, at('12:01'))
    await one.settle()
    // The database was back only for a moment.
    await one.begin(never, at('12:02'))
    expect(told).toEqual([waits])
    one.end(at('12:30'))
    expect(await readLastTold(db, dueAt)).toBe('failed')
    expect(await readProbeStatus(db, times, at('12:31'))).toMatchObject({
      isLate: false,
      last: { state: 'failed', problem: waits, dueAt: at('12:00') },
    })
    expect(existsSync(join(folder.path, 'probe-outage'))).toBe(false)
    // A probe that was never sent, and of which no one was told, is late.
    dueAt = at('13:00')
    expect((await readProbeStatus(db, times, at('13:10'))).isLate).toBe(false)
    expect((await readProbeStatus(db, times, at('13:20'))).isLate).toBe(true)
  })
})
