import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { visit } from '#tests/support/accounts/visit.ts'
import { cookiesOf } from '#tests/support/cookies-of.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { openDatabase } from '../db/connect/client.ts'
import { rateLimits, secrets } from '../db/tables/schema.ts'
import { AppError } from '../http/errors.ts'
import { createSignInLimits, type SignInLimits } from './sign-in-limits.ts'

describeOnDatabase('the limits of sign-ins', (database) => {
  const siteUrl = 'https://breezeway.example'
  const email = 'owner@example.com'
  let limits: SignInLimits
  let checked = 0
  beforeEach(async () => {
    await database.handle().db.delete(rateLimits)
    limits = createSignInLimits(database.handle().db, siteUrl)
    checked = 0
  })

  const request = (ip: string, cookie?: string) => visit(cookie, ip).request
  /** What became of a try: right, wrong, or the code of its refusal. */
  const attempt = (ip: string, isRight = false, cookie?: string): Promise<string> =>
    limits
      .tryOnce(request(ip, cookie), email, async () => {
        checked += 1
        return isRight ? 'right' : undefined
      })
      .then(
        (proven) => proven ?? 'wrong',
        (error) => error.code,
      )
  async function knownBrowser(of = limits, who = email): Promise<string> {
    const { reply, setCookie } = visit()
    await of.rememberBrowser(reply, who)
    return cookiesOf(setCookie)
  }
  /** Time passes in the table. */
  async function pass(seconds: number) {
    const { db } = database.handle()
    const earlier = sql`${rateLimits.expire} - ${seconds}::double precision * interval '1 second'`
    await db.update(rateLimits).set({ expire: earlier })
  }
  const networks = (count: number, from = 0) =>
    Array.from({ length: count }, (_, place) => `10.${from}.${place}.1`)

  test('from all addresses together there are at most 180 guesses in any day', async () => {
    const perHour: number[] = []
    for (let hour = 0; hour < 36; hour += 1) {
      const before = checked
      // New networks each time, until the account lets no more through.
      for (const ip of networks(100, hour)) if ((await attempt(ip)) !== 'wrong') break
      perHour.push(checked - before)
      await pass(3600)
    }
    const days = perHour
      .slice(24)
      .map((_, hour) => perHour.slice(hour, hour + 24).reduce((sum, count) => sum + count, 0))
    expect(Math.max(...days)).toBeLessThanOrEqual(180)
    expect(Math.max(...days)).toBeGreaterThan(150)
  })

  test('one address, however long it guesses, leaves tries at an account to others', async () => {
    for (let hour = 0; hour < 24; hour += 1) {
      while ((await attempt('192.0.2.50')) === 'wrong');
      await pass(3600)
    }
    expect(checked).toBeLessThanOrEqual(40)
    expect(await attempt('192.0.2.51', true)).toBe('right')
  })

  test('a /48 has as many as an address', async () => {
    const ips = Array.from({ length: 6 }, (_, place) => `2001:db8:9:${place}::1`)
    for (const ip of ips) while ((await attempt(ip)) === 'wrong');
    expect(checked).toBe(20)
    expect(await attempt('2001:db8:10::1')).toBe('wrong')
  })

  test('tries at once are counted one by one', async () => {
    const outcomes = await Promise.all(networks(20).map(() => attempt('192.0.2.52')))
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(20)
    const more = await Promise.all(networks(5).map(() => attempt('192.0.2.52')))
    expect(more).toEqual(Array(5).fill('too_many_requests'))
    await expect(
      limits.tryOnce(request('192.0.2.52'), email, async () => undefined),
    ).rejects.toThrow(
      'Too many failed tries. Please wait 72 minutes, or use a browser you’ve signed in with before.',
    )
  })

  test('right tries use up nothing, also of an account that is disabled', async () => {
    for (const ip of networks(100)) expect(await attempt(ip, true)).toBe('right')
    for (let each = 0; each < 30; each += 1) {
      expect(await attempt('192.0.2.50', true)).toBe('right')
    }
    const disabled = new AppError('not_allowed', 'This account is disabled.')
    const known = await knownBrowser()
    for (const cookie of [undefined, known]) {
      for (let each = 0; each < 30; each += 1) {
        const refused = limits.tryOnce(request('192.0.2.50', cookie), email, async () => {
          throw disabled
        })
        await expect(refused).rejects.toBe(disabled)
      }
    }
    expect(await attempt('192.0.2.50', true)).toBe('right')
  })

  test('an address without tries is refused before anything is read of the account', async () => {
    while ((await attempt('192.0.2.56')) === 'wrong');
    const { db } = database.handle()
    await db.delete(secrets)
    expect(await attempt('192.0.2.56')).toBe('too_many_requests')
    expect(await db.$count(secrets)).toBe(0)
  })

  test('who has the password alone has no more tries at a second factor', async () => {
    let wrongCodes = 0
    for (let round = 0; round < 40; round += 1) {
      const isPasswordTaken = (await attempt('192.0.2.55', true)) === 'right'
      if (isPasswordTaken && (await attempt('192.0.2.55')) === 'wrong') wrongCodes += 1
    }
    expect(wrongCodes).toBe(20)
  })

  test('a known browser has ten tries of its own, and is an unknown one after them', async () => {
    const cookie = await knownBrowser()
    expect(cookie).toMatch(/^__Host-breezeway-browser-/)
    for (let round = 0; round < 10 + 20; round += 1) {
      expect(await attempt('192.0.2.60', false, cookie)).toBe('wrong')
    }
    expect(await attempt('192.0.2.60', true, cookie)).toBe('too_many_requests')
    // Another browser of the owner at the same address is as it was.
    expect(await attempt('192.0.2.60', true, await knownBrowser())).toBe('right')
    await pass(2.5 * 3600)
    expect(await attempt('192.0.2.60', true, cookie)).toBe('right')
  })

  test('a cookie that was changed, is of another account or of another key is not known', async () => {
    const mine = await knownBrowser()
    const [name = '', value = ''] = mine.split('=')
    const [id = '', ends = '', signature = ''] = value.split('.')
    expect(Number(ends) - Date.now() / 1000).toBeCloseTo(365 * 86_400, -2)
    const account = async (cookie: string) => {
      await database.handle().db.delete(rateLimits)
      limits = createSignInLimits(database.handle().db, siteUrl)
      for (let round = 0; round < 20; round += 1) await attempt('192.0.2.70', false, cookie)
      return attempt('192.0.2.70', false, cookie)
    }
    const [, ofAnother = ''] = (await knownBrowser(limits, 'other@example.com')).split('=')
    expect(await account(`a=b; ${mine}; c=d`)).toBe('wrong')
    for (const other of [
      `${name}=other.${ends}.${signature}`,
      `${name}=${id}.${Number(ends) + 1}.${signature}`,
      `${name}=${id}.${ends}.`,
      `${name}=`,
      `x${mine}`,
      `${name}=${ofAnother}`,
      '',
    ]) {
      expect([other, await account(other)]).toEqual([other, 'too_many_requests'])
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Number(ends) * 1000 + 1 })
    expect(await account(mine)).toBe('too_many_requests')
    vi.useRealTimers()
    await database.handle().db.delete(secrets)
    expect(await account(mine)).toBe('too_many_requests')
  })

  test('while many unknown browsers are being checked, others are told to come back, and known ones pass', async () => {
    const { promise: end, resolve } = Promise.withResolvers<undefined>()
    const all = Promise.all(
      networks(20).map((ip, place) =>
        limits.tryOnce(request(ip), `${place}@example.com`, () => end),
      ),
    )
    expect(await attempt('192.0.2.80', true)).toBe('unavailable')
    await expect(limits.tryOnce(request('192.0.2.81'), email, () => end)).rejects.toMatchObject({
      message: 'Too many people are signing in right now. Please try again in a moment.',
      details: { retryAfterSeconds: 5 },
    })
    expect(await attempt('192.0.2.80', true, await knownBrowser())).toBe('right')
    resolve(undefined)
    await all
    expect(await attempt('192.0.2.80', true)).toBe('right')
  })

  test('while the database is away nobody is refused for their tries, and nothing is checked', async () => {
    const gone = await openDatabase(database.location(), silentLogger)
    const known = await knownBrowser()
    const warm = createSignInLimits(gone.db, siteUrl)
    await knownBrowser(warm)
    await gone.close()
    for (const away of [warm, createSignInLimits(gone.db, siteUrl)]) {
      limits = away
      for (const cookie of [undefined, known]) {
        expect(await attempt('192.0.2.90', true, cookie)).toBeUndefined()
      }
    }
    expect(checked).toBe(0)
  })
})
