import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leases } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { claimUnderLease, doUnderLease, isLeased } from './leases.ts'

describeOnDatabase('a lease', (database) => {
  const db = () => database.handle().db
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await db().delete(leases)
  })
  afterEach(() => vi.useRealTimers())

  const take = (name = 'tidy') => claimUnderLease(db(), name, async () => 'it')
  /** Takes one that looks over, and does so still a minute later. */
  async function takeAbandoned() {
    expect(await take()).toBeUndefined()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    return take().finally(() => clock.mockRestore())
  }
  /** The holder was silent for this long. */
  const pass = (seconds: number) =>
    db()
      .update(leases)
      .set({ endsAt: sql`${leases.endsAt} - make_interval(secs => ${seconds})` })

  test('is for one of several, until it is ended or was not renewed for two minutes', async () => {
    const taken = (await Promise.all([take(), take(), take()])).filter(Boolean)
    expect(taken).toHaveLength(1)
    expect((await take('another'))?.claimed).toBe('it')
    await pass(110)
    expect([await isLeased(db(), 'tidy'), await take()]).toEqual([true, undefined])
    vi.advanceTimersByTime(30_000)
    await expect.poll(async () => pass(100).then(() => isLeased(db(), 'tidy'))).toBe(true)
    await pass(130)
    expect(await isLeased(db(), 'tidy')).toBe(false)
    const next = await takeAbandoned()
    expect(next).toBeDefined()
    // A former holder cannot end another's lease.
    await taken[0]?.end()
    expect(await take()).toBeUndefined()
    await next?.end()
    expect(await take()).toBeDefined()
  })

  test.each([
    ['back', -3_600],
    ['ahead', 3_600],
  ])(
    'is not over because the clock jumped %s, but once nobody renews it',
    async (_where, seconds) => {
      await take()
      await pass(seconds)
      expect(await take()).toBeUndefined()
      vi.advanceTimersByTime(30_000)
      await expect.poll(() => isLeased(db(), 'tidy')).toBe(true)
      vi.clearAllTimers()
      await pass(seconds)
      expect(await takeAbandoned()).toBeDefined()
    },
  )

  test('ends with nothing to claim, with what fails, and after the work', async () => {
    const done: string[] = []
    const work = async (claimed: string) => {
      expect(await take()).toBeUndefined()
      done.push(claimed)
    }
    await doUnderLease(db(), 'tidy', async () => undefined, work)
    await expect(
      doUnderLease(db(), 'tidy', () => Promise.reject(new Error('no')), work),
    ).rejects.toThrow('no')
    await expect(
      doUnderLease(
        db(),
        'tidy',
        async () => 'a',
        () => Promise.reject(new Error('broken')),
      ),
    ).rejects.toThrow('broken')
    await doUnderLease(db(), 'tidy', async () => 'b', work)
    expect(done).toEqual(['b'])
    expect([await db().$count(leases), vi.getTimerCount()]).toEqual([0, 0])
  })
})
