import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cookiesOf } from '#tests/support/cookies-of.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { openDatabase } from '../db/connect/client.ts'
import { rateLimits, secrets } from '../db/tables/schema.ts'
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

  const request = (ip: string, cookie?: string) => ({ ip, headers: { cookie } }) as FastifyRequest
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
  /** The cookies of a browser that has signed in. */
  async function knownBrowser(of = limits, ip = '203.0.113.1', who = email): Promise<string> {
    const headers: string[] = []
    const header = (_name: string, value: string) => headers.push(value)
    const reply = { header, request: request(ip) }
    await of.rememberBrowser(reply as unknown as FastifyReply, who)
    return cookiesOf(headers)
  }
  /** Time passes in the table, and the process forgets what it counted itself. */
  async function pass(seconds: number) {
    const { db } = database.handle()
    const earlier = sql`${rateLimits.expire} - ${seconds}::double precision * interval '1 second'`
    await db.update(rateLimits).set({ expire: earlier })
    limits = createSignInLimits(db, siteUrl)
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

  test('a network is a /48 or a /24, so that more addresses of it are no more newcomers', async () => {
    for (let place = 1; place <= 4; place += 1) {
      expect(await attempt(`2001:db8:7:${place}00::1`)).toBe('wrong')
    }
    for (const ip of networks(20)) while ((await attempt(ip)) === 'wrong');
    const before = checked
    expect(await attempt('2001:db8:7:9900::1', true)).toBe('too_many_requests')
    expect(await attempt('2001:db8:8::1', true)).toBe('right')
    expect(checked).toBe(before + 1)
  })

  test('tries at once are counted one by one', async () => {
    const ips = Array.from({ length: 20 }, (_, place) => `2001:db8:9:${place.toString(16)}::1`)
    const outcomes = await Promise.all(ips.map((ip) => attempt(ip)))
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(15)
    const refusal = limits.tryOnce(request('2001:db8:9:aa::1'), email, async () => undefined)
    await expect(refusal).rejects.toThrow(
      'Too many wrong tries for this account. Please wait 24 hours, or use a browser in which you have signed in before.',
    )
  })

  test('tries at one account are not counted at another, of one address and network', async () => {
    const atAnother = () =>
      limits.tryOnce(request('2001:db8:9::1'), 'other@example.com', async () => 'right')
    for (let tries = 0; tries < 5; tries += 1) expect(await attempt('2001:db8:9::1')).toBe('wrong')
    expect(await attempt('2001:db8:9::1')).toBe('too_many_requests')
    expect(await atAnother()).toBe('right')
    for (let place = 1; place <= 10; place += 1) {
      expect(await attempt(`2001:db8:9:${place}00::1`)).toBe('wrong')
    }
    expect(await attempt('2001:db8:9:aa00::1')).toBe('too_many_requests')
    expect(await atAnother()).toBe('right')
  })

  test('right tries use up nothing, and a sign-in makes up for the wrong ones of its network', async () => {
    for (let round = 0; round < 10; round += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1) expect(await attempt('192.0.2.50')).toBe('wrong')
      expect(await attempt('192.0.2.50', true)).toBe('right')
      await knownBrowser(limits, '192.0.2.50')
      await pass(4 * 3600)
    }

    for (const ip of networks(100)) expect(await attempt(ip, true)).toBe('right')
  })

  test('who has the password alone has no more tries at a second factor', async () => {
    let wrongCodes = 0
    for (let round = 0; round < 40; round += 1) {
      const isPasswordTaken = (await attempt('192.0.2.55', true)) === 'right'
      if (isPasswordTaken && (await attempt('192.0.2.55')) === 'wrong') wrongCodes += 1
      await pass(900)
    }
    // A quarter of an hour passes with each, so that only the limit of days is left.
    expect(wrongCodes).toBe(15)
  })

  test('a known browser has ten tries of its own, and is an unknown one after them', async () => {
    const cookie = await knownBrowser()
    expect(cookie).toMatch(/^__Host-breezeway-browser-/)
    for (let round = 0; round < 10; round += 1) {
      expect(await attempt('192.0.2.60', false, cookie)).toBe('wrong')
    }
    for (let round = 0; round < 5; round += 1) {
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
      for (let round = 0; round < 5; round += 1) await attempt('192.0.2.70', false, cookie)
      return attempt('192.0.2.70', false, cookie)
    }
    const [, ofAnother = ''] = (await knownBrowser(limits, undefined, 'other@example.com')).split(
      '=',
    )
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
    onTestFinished(() => void vi.useRealTimers())
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
