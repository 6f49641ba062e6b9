import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiPaths } from '#/contracts/routes.ts'
import { buildTestApp, testPassword } from '../../../tests/app-builder.ts'
import { describeOnDatabase } from '../../../tests/databases.ts'
import { createRateLimiter, type Limit } from '../http/rate-limits.ts'
import { createUser } from './users.ts'

describeOnDatabase('guessing', (database) => {
  let app: FastifyInstance
  beforeEach(async () => {
    app = await buildTestApp(database.handle())
  })
  afterEach(() => app.close())

  const post = (url: string, payload: object, remoteAddress: string) =>
    app.inject({ method: 'POST', url, payload, remoteAddress })
  const signIn = (email: string, remoteAddress: string, password = testPassword) =>
    post(apiPaths.signIn, { email, password }, remoteAddress)

  /** The limits as the routes have them. */
  const quarterHour = 15 * 60
  const ofAccount = { name: 'sign-in-account', points: 100, seconds: 4 * quarterHour }
  const ofAddress = { name: 'sign-in-address', points: 30, seconds: quarterHour }
  const ofSetup = { name: 'setup', points: 30, seconds: quarterHour }

  /** Uses up a limit, as other processes would. */
  async function use(limit: Limit, key: string, times: number) {
    const { db } = database.handle()
    const limiter = createRateLimiter(db, [limit], '')
    for (let use = 0; use < times; use += 1) await limiter.consumeStrictly(key)
  }

  test('one account from many addresses ends at a hundred tries, until its owner gets in', async () => {
    const { db } = database.handle()
    const email = 'owner@example.com'
    await createUser(db, { email, role: 'admin', password: testPassword })
    await use(ofAccount, email, 98)
    expect((await signIn(email, '192.0.2.1', 'a wrong one')).statusCode).toBe(401)
    expect((await signIn(email, '192.0.2.2')).statusCode).toBe(200)
    await use(ofAccount, email, 100)
    const refused = await signIn(email, '192.0.2.3')
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      'Too many tries. Please wait a few minutes and try again.',
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  })

  test('one address ends at thirty tries, whatever the accounts', async () => {
    await use(ofAddress, '192.0.2.9', 29)
    expect((await signIn('one@example.com', '192.0.2.9')).statusCode).toBe(401)
    expect((await signIn('two@example.com', '192.0.2.9')).statusCode).toBe(429)
    expect((await signIn('two@example.com', '192.0.2.10')).statusCode).toBe(401)
  })

  test('setup links cannot be guessed either', async () => {
    const guess = (token: string, address: string) =>
      post(apiPaths.setup, { token, email: 'thief@example.com', password: testPassword }, address)
    await use(ofSetup, '192.0.2.20', 29)
    const wrong = await guess('wrong', '192.0.2.20')
    expect([wrong.statusCode, wrong.json().message]).toEqual([
      403,
      expect.stringMatching(/^This setup link does not work.*sign in if you have an account\.$/),
    ])
    expect((await guess('wrong', '192.0.2.20')).statusCode).toBe(429)
    expect((await guess('wrong', '192.0.2.21')).statusCode).toBe(403)
  })
})
