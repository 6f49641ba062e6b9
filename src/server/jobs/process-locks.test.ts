import { sql } from 'drizzle-orm'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { claimUnderLock, doUnderLock, isLocked } from './process-locks.ts'

describeOnDatabase('a lock of a process', (database) => {
  const db = () => database.handle().db
  const open = new Set<() => Promise<void>>()
  const endAll = async () => {
    for (const end of open) await end()
    open.clear()
  }
  afterEach(endAll)
  async function take(name = 'tidy') {
    const taken = await claimUnderLock(db(), name, async () => 'it')
    if (taken) open.add(taken.end)
    return taken
  }

  test('is for one of several, until it is ended or its process has died', async () => {
    expect(await isLocked(db(), 'tidy')).toBe(false)
    const taken = (await Promise.all([take(), take(), take()])).filter(Boolean)
    expect(taken).toHaveLength(1)
    expect([await isLocked(db(), 'tidy'), await isLocked(db(), 'another')]).toEqual([true, false])
    expect((await take('another'))?.claimed).toBe('it')
    await endAll()
    expect(await take()).toBeDefined()
    await db().execute(sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`)
    await expect.poll(() => isLocked(db(), 'tidy')).toBe(false)
    expect(await take()).toBeDefined()
  })

  test('speaks on its connection while it is held, so that no balancer ends that', async () => {
    const { setInterval } = globalThis
    const begun = vi.spyOn(globalThis, 'setInterval')
    begun.mockImplementation((run, ms = 0) => setInterval(run, ms / 100))
    const ended = vi.spyOn(globalThis, 'clearInterval')
    onTestFinished(() => [begun, ended].forEach((spy) => void spy.mockRestore()))
    await take()
    const lastSaid = async () =>
      (
        await db().execute(sql`select query from pg_stat_activity join pg_locks using (pid)
          where locktype = 'advisory' and datname = current_database()`)
      ).rows
    await expect.poll(lastSaid).toEqual([{ query: 'select' }])
    await endAll()
    expect(ended).toHaveBeenCalledWith(begun.mock.results[0]?.value)
  })

  test('ends with nothing to claim, with what fails, and after the work', async () => {
    const done: string[] = []
    const work = async (claimed: string) => {
      expect(await take()).toBeUndefined()
      done.push(claimed)
    }
    const isFree = async () => expect(await isLocked(db(), 'tidy')).toBe(false)
    await doUnderLock(db(), 'tidy', async () => undefined, work)
    await isFree()
    await expect(
      doUnderLock(db(), 'tidy', () => Promise.reject(new Error('no')), work),
    ).rejects.toThrow('no')
    await isFree()
    await expect(
      doUnderLock(
        db(),
        'tidy',
        async () => 'a',
        () => Promise.reject(new Error('broken')),
      ),
    ).rejects.toThrow('broken')
    await isFree()
    await doUnderLock(db(), 'tidy', async () => 'b', work)
    expect(done).toEqual(['b'])
    await isFree()
  })
})
