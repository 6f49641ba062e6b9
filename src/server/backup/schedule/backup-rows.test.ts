import { hostname } from 'node:os'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backups, users } from '#/server/db/tables/schema.ts'
import { timesOf } from '#/server/time/schedule.ts'
import { addUser } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { claimBackup, forgetOldBackups, mostAttempts } from './backup-rows.ts'
import { readStatus } from './backup-status.ts'
import { type MakeBackupDeps, makeAndRenew } from './make-due-backup.ts'
import type { Found, WatchedFolder } from './watch-folder.ts'

describeOnDatabase('the row of a backup', (database) => {
  const db = () => database.handle().db
  const dueAt = new Date('2026-11-22T08:17:00Z')
  beforeEach(async () => {
    await db().delete(backups)
  })
  afterEach(() => vi.useRealTimers())

  const claim = (at = dueAt) => claimBackup(db(), at, hostname())
  /** Whoever has the claim was silent for this many minutes. */
  const age = (minutes: number) =>
    db()
      .update(backups)
      .set({ claimedUntil: sql`${backups.claimedUntil} - make_interval(mins => ${minutes})` })

  test('is for one process, until that has been silent for three minutes', async () => {
    const claims = await Promise.all([claim(), claim(), claim()])
    expect(claims.filter(Boolean)).toHaveLength(1)
    await age(2)
    expect(await claim()).toBe(false)
    // Nor is another one made beside it.
    expect(await claim(new Date('2026-11-23T08:17:00Z'))).toBe(false)
    await age(1)
    expect(await claim()).toBe(true)
  })

  test('is claimed three times at most', async () => {
    const claims: boolean[] = []
    for (let attempt = 0; attempt <= mostAttempts; attempt += 1) {
      claims.push(await claim())
      await age(3)
    }
    expect(claims).toEqual([true, true, true, false])
  })

  test('stays claimed while its process is at work, and not after', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<Found>()
    const folder = {
      lookAnew() {
        begun.resolve()
        return end.promise
      },
    } as unknown as WatchedFolder
    await claim()
    const deps = { db: db(), log: silentLogger, folder } as unknown as MakeBackupDeps
    const working = makeAndRenew(deps, dueAt, new AbortController().signal)
    await begun.promise
    await age(3)
    vi.advanceTimersByTime(30_000)
    await expect.poll(() => isClaimed()).toBe(true)
    end.reject(new Error('the disk is gone'))
    await working
    expect(vi.getTimerCount()).toBe(0)
    const [row] = await db().select().from(backups)
    expect(row).toMatchObject({ state: 'failed', problem: expect.stringMatching(/\w+/) })
  })

  async function isClaimed(): Promise<boolean> {
    const [row] = await db()
      .select({ is: sql<boolean>`${backups.claimedUntil} > now()` })
      .from(backups)
      .where(eq(backups.state, 'running'))
    return row?.is ?? false
  }

  test('shows a backup that is late, and one whose process has ended, as what they are', async () => {
    await addUser(db(), 'owner@example.com', 'admin')
    await db()
      .update(users)
      .set({ createdAt: new Date('2026-11-01T00:00:00Z') })
    const at = (day: number, hour: number) => new Date(Date.UTC(2026, 10, day, hour, 17))
    const before = { dueAt: at(21, 8), host: 'h', claimedUntil: at(21, 9), state: 'done' as const }
    await db().insert(backups).values(before)
    const statusAt = (now: Date) =>
      readStatus(
        {
          db: db(),
          folder: { look: async () => ({ problem: null, files: {} }) },
          times: timesOf('17 3 * * *'),
          isEncrypted: false,
        },
        now,
      )
    // That of the day before does not stand for today's.
    expect((await statusAt(at(22, 10))).isLate).toBe(false)
    expect((await statusAt(at(22, 11))).isLate).toBe(true)
    await db()
      .insert(backups)
      .values({ dueAt, host: 'h', claimedUntil: at(22, 11) })
    const newest = async (now: Date) => (await statusAt(now)).backups[0]
    expect(await newest(at(22, 10))).toMatchObject({ state: 'running', problem: null })
    expect(await newest(at(22, 12))).toMatchObject({
      state: 'failed',
      problem: 'The process that made it ended before it was done.',
    })
    await db().update(backups).set({ state: 'done' })
    expect((await statusAt(at(22, 12))).isLate).toBe(false)
  })

  test('is deleted after two years', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const [old, kept] = [daysAgo(732), daysAgo(729)]
    await db()
      .insert(backups)
      .values([old, kept].map((at) => ({ dueAt: at, host: 'h', claimedUntil: at })))
    await forgetOldBackups(db())
    expect(await db().select({ dueAt: backups.dueAt }).from(backups)).toEqual([{ dueAt: kept }])
  })
})
