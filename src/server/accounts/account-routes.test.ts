import { createHook } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { addUser, buildTestApp, testConfig, testPassword } from '#tests/support/app-builder.ts'
import { cookiesOf } from '#tests/support/cookies-of.ts'
import { describeOnDatabase, untilWaiting } from '#tests/support/databases.ts'
import { locks } from '../db/locks.ts'
import { accountLinks, users } from '../db/tables/schema.ts'
import { createFirstAdmin, firstSteps, issueSetupLink } from './first-admin.ts'
import { createUser } from './users.ts'

const siteUrl = 'http://127.0.0.1:3000'

describeOnDatabase('accounts', (database) => {
  const db = () => database.handle().db
  let app: FastifyInstance
  beforeEach(async () => {
    app = await buildTestApp(database.handle())
  })
  afterEach(() => app.close())

  const post = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
    app.inject({ method: 'POST', url, payload, remoteAddress })
  const signIn = (email: string, password: string, remoteAddress?: string) =>
    post('/api/accounts/sign-in', { email, password }, remoteAddress)
  const tokenOf = (link: string) => link.split('#')[1] ?? ''
  const whoIs = (cookie: string) => app.inject({ url: '/api/accounts/me', headers: { cookie } })

  test('a setup link makes the first admin, once, and signs them in', async () => {
    const first = tokenOf(await issueSetupLink(db(), siteUrl))
    const second = tokenOf(await issueSetupLink(db(), siteUrl))
    const setup = (token: string, email = 'Owner@Example.com', password = testPassword) =>
      post('/api/accounts/setup', { token, email, password })

    expect((await setup('wrong')).statusCode).toBe(403)
    const check = (token: string) => post('/api/accounts/setup/check', { token })
    expect((await check('wrong')).json().message).toMatch(/^This setup link doesn’t work/)
    expect((await check(first)).statusCode).toBe(204)
    const weak = await setup(first, 'owner@example.com', 'short')
    expect(weak.statusCode).toBe(400)
    expect(weak.json().fields.password).toMatch(/at least 12/)

    // Two people use two links at the same moment: both links were right when they were looked at.
    const both = await db().transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${locks.setup})`)
      const used = [setup(first), setup(second, 'thief@example.com')]
      await untilWaiting(db(), used.length)
      return { used }
    })
    const answers = await Promise.all(both.used)
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 403])
    expect(await db().select().from(users)).toHaveLength(1)
    expect((await setup(first)).statusCode).toBe(403)
    expect((await check(first)).statusCode).toBe(403)

    const winner = answers.find((answer) => answer.statusCode === 200)
    const cookie = cookiesOf(winner?.headers['set-cookie'])
    expect((await whoIs(cookie)).json().data.role).toBe('admin')
    expect(await firstSteps(db(), testConfig(), siteUrl)).toEqual([])
  })

  test('until there is an admin, each start prints a setup link', async () => {
    await db().delete(users)
    await createUser(db(), { email: 'writer@example.com', role: 'editor', password: testPassword })
    const config = testConfig()
    const [what, link] = await firstSteps(db(), config, 'http://127.0.0.1:4567')
    expect(what).toBe('Create the first admin here, once, within 24 hours:')
    expect(link).toMatch(/^ {2}http:\/\/127\.0\.0\.1:3000\/admin\/setup#[\w-]{43}$/)
    // The configuration does not know a port that the system chose.
    const [, freeLink] = await firstSteps(db(), { ...config, port: 0 }, 'http://127.0.0.1:4567')
    expect(freeLink).toMatch(/^ {2}http:\/\/127\.0\.0\.1:4567\/admin\/setup#/)
    // The first admin cannot take over the account of an editor.
    const [email, password] = ['writer@example.com', testPassword]
    const taken = await post(api.setup.path, { token: tokenOf(link ?? ''), email, password })
    expect([taken.statusCode, taken.json().message]).toEqual([
      409,
      'There’s already a user with this email address.',
    ])
    const links = await db().select({ expiresAt: accountLinks.expiresAt }).from(accountLinks)
    for (const { expiresAt } of links) {
      expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000)
    }
    await db().delete(users)
  })

  test('the configuration can make the first admin, but no second one', async () => {
    const hasAdmin = async () =>
      (await app.inject({ url: api.signInHelp.path })).json().data.hasAdmin
    expect(await hasAdmin()).toBe(false)
    await createFirstAdmin(db(), { email: 'Boss@example.com', password: testPassword })
    expect(await hasAdmin()).toBe(true)
    await createFirstAdmin(db(), { email: 'other@example.com', password: testPassword })
    expect((await db().select().from(users)).map((user) => user.email)).toEqual([
      'boss@example.com',
    ])
    expect((await signIn('BOSS@example.com ', testPassword)).statusCode).toBe(200)
  })

  test('signing out ends the session on the server, and no other', async () => {
    const user = await addUser(db(), 'leaves@example.com', 'editor')
    const [cookie, other] = [
      cookiesOf((await signIn(user.email, testPassword)).headers['set-cookie']),
      cookiesOf((await signIn(user.email, testPassword)).headers['set-cookie']),
    ]
    const signOut = (headers: { cookie?: string }) =>
      app.inject({ method: 'POST', url: api.signOut.path, headers })
    const out = await signOut({ cookie })
    // The browser drops what pages kept in it.
    expect([out.statusCode, out.headers['clear-site-data']]).toEqual([204, '"storage"'])
    expect(out.headers['set-cookie']).toMatch(/^breezeway-session=;.*Max-Age=0/)
    expect((await whoIs(cookie)).statusCode).toBe(401)
    expect((await whoIs(other)).statusCode).toBe(200)
    // Somebody who is not signed in may press it too.
    expect((await signOut({})).headers['set-cookie']).toMatch(/Max-Age=0/)
  })

  test('a wrong password and an unknown email get the same answer', async () => {
    const hashed: string[] = []
    const hook = createHook({
      init: (_id, type) => void (type === 'ARGON2REQUEST' && hashed.push(type)),
    }).enable()
    const unknown = await signIn('nobody@example.com', testPassword, '192.0.2.20')
    hook.disable()
    // Also as late: without a hash to compare with one is made.
    expect(hashed).toHaveLength(1)
    await addUser(db(), 'target@example.com', 'editor')
    const wrong = await signIn('target@example.com', 'not the password', '192.0.2.20')
    expect(unknown.statusCode).toBe(401)
    for (const answer of [unknown, wrong]) {
      expect(answer.json()).toEqual({
        code: 'not_signed_in',
        message: 'The email address or the password is wrong.',
        requestId: expect.any(String),
      })
    }
    expect(unknown.headers['cache-control']).toBe('no-store')
  })
})
