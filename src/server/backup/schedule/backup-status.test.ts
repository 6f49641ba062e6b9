import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupsOfficePath } from '#/contracts/routes.ts'
import { backups, users } from '#/server/db/tables/schema.ts'
import { type Claim, isLocked } from '#/server/jobs/process-locks.ts'
import { timesOf } from '#/server/time/schedule.ts'
import { addUser } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import {
  claimBackup,
  findInBackups,
  forgetOldBackups,
  mostAttempts,
  readStatus,
  storeResult,
} from './backup-status.ts'
import { type MakeBackupDeps, makeAndEnd } from './make-due-backup.ts'

describeOnDatabase('the row of a backup', (database) => {
  const db = () => database.handle().db
  const dueAt = new Date('2026-11-22T08:17:00Z')
  beforeEach(async () => {
    await db().delete(backups)
  })
  afterEach(() => die())

  const claims: Claim<Date>[] = []
  async function claim(at = dueAt) {
    const claimed = await claimBackup(db(), at)
    if (claimed) claims.push(claimed)
    return claimed
  }
  /** The process that makes it has died. */
  async function die() {
    for (const { end } of claims.splice(0)) await end()
  }
  const fail = () => storeResult(db(), dueAt, { problem: 'It is full.' }, 'failed')
  const minutesLater = (minutes: number) =>
    db()
      .update(backups)
      .set({ finishedAt: sql`now() - make_interval(mins => ${minutes})` })

  test('is for one process, until that has died, and no other is made beside it', async () => {
    const claimed = await Promise.all([claim(), claim(), claim()])
    expect(claimed.filter(Boolean)).toHaveLength(1)
    expect(await claim(new Date('2026-11-23T08:17:00Z'))).toBeUndefined()
    await die()
    expect(await claim()).toBeDefined()
  })

  test('is not made for a time before that of one which is there', async () => {
    const later = (ms: number) => new Date(Date.now() + ms)
    await db()
      .insert(backups)
      .values({ dueAt: later(86_400_000), host: 'h', state: 'done' })
    expect((await claim())?.claimed).toEqual(dueAt)
    await die()
    const newer = { dueAt: later(-1_000), host: 'h', state: 'done' as const }
    await db().insert(backups).values(newer)
    expect(await claim(later(-60_000))).toBeUndefined()
  })

  test('is begun three times at most, a quarter of an hour after it has failed', async () => {
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      const claimed = await claim()
      expect([attempt, claimed?.claimed]).toEqual([attempt, dueAt])
      await fail()
      await die()
      await minutesLater(14)
      expect(await claim()).toBeUndefined()
      await minutesLater(16)
    }
    expect(await claim()).toBeUndefined()
    expect(await isLocked(db(), 'backup')).toBe(false)
  })

  test('is free when its process is at its end, also if that failed', async () => {
    const look = () => Promise.reject(new Error('the disk is gone'))
    const deps = { db: db(), log: silentLogger, look } as unknown as MakeBackupDeps
    const claimed = await claim()
    if (!claimed) throw new Error('it was not claimed')
    await makeAndEnd(deps, claimed, new AbortController().signal)
    const [row] = await db().select().from(backups)
    expect(row).toMatchObject({ state: 'failed', problem: expect.stringMatching(/\w+/) })
    claims.length = 0
    expect(await isLocked(db(), 'backup')).toBe(false)
  })

  test('shows a backup that is late, and one whose process has ended, as what they are', async () => {
    await addUser(db(), 'owner@example.com', 'admin')
    await db()
      .update(users)
      .set({ createdAt: new Date('2026-11-01T00:00:00Z') })
    const at = (day: number, hour: number) => new Date(Date.UTC(2026, 10, day, hour, 17))
    const before = { dueAt: at(21, 8), host: 'h', state: 'done' as const }
    await db().insert(backups).values(before)
    const times = timesOf('17 3 * * *')
    const statusAt = (now: Date) =>
      readStatus(db(), { times, isSentElsewhere: false }, undefined, now)
    // The backup of the day before does not count for today.
    expect((await statusAt(at(22, 9))).isLate).toBe(false)
    expect((await statusAt(at(22, 11))).isLate).toBe(true)
    expect(findInBackups(await statusAt(at(22, 11)))).toMatchObject([{ key: 'backup-late' }])
    // One of before the clock was set back hides nothing.
    await db()
      .insert(backups)
      .values({ ...before, dueAt: new Date('2099-01-01') })
    expect((await statusAt(at(22, 11))).isLate).toBe(true)
    await claim()
    // What is made may be on its way elsewhere for hours.
    expect((await statusAt(at(22, 11))).isLate).toBe(false)
    const newest = async () => (await statusAt(at(22, 12))).backups[0]
    expect(await newest()).toMatchObject({ state: 'running', problem: null })
    await die()
    expect(await newest()).toMatchObject({
      state: 'failed',
      problem: 'The backup stopped before it finished.',
    })
    await db().update(backups).set({ state: 'done' })
    expect((await statusAt(at(22, 12))).isLate).toBe(false)
  })

  test('tells the owner that it failed, or what went wrong with it, and leads to the backups', async () => {
    const found = async () =>
      findInBackups(await readStatus(db(), { times: undefined, isSentElsewhere: true }))
    await claim()
    await fail()
    expect(await found()).toMatchObject([
      {
        key: 'backup-failed',
        text: 'The last backup failed. It is full.',
        links: [{ path: backupsOfficePath }],
      },
    ])
    await storeResult(db(), dueAt, { problem: 'It was not sent.' }, 'done')
    expect(await found()).toMatchObject([{ key: 'backup-problem', text: 'It was not sent.' }])
  })

  test('is deleted after two years', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const [old, kept] = [daysAgo(732), daysAgo(729)]
    await db()
      .insert(backups)
      .values([old, kept].map((at) => ({ dueAt: at, host: 'h' })))
    await forgetOldBackups(db())
    expect(await db().select({ dueAt: backups.dueAt }).from(backups)).toEqual([{ dueAt: kept }])
  })
})
