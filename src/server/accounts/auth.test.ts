import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { visit } from '#tests/support/accounts/visit.ts'
import { addUser, testPassword } from '#tests/support/app-builder.ts'
import { describeOnDatabase, untilWaiting } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { openDatabase } from '../db/connect/client.ts'
import { isDatabaseAway } from '../db/failures.ts'
import { sessions, users } from '../db/tables/schema.ts'
import { type Auth, createAuth } from './auth.ts'
import { createUser } from './users.ts'

const siteUrl = 'http://127.0.0.1:3000'

describeOnDatabase('sessions', (database) => {
  const email = 'owner@example.com'
  const asBrowserSends = (setCookie: string[]) => setCookie[0]?.split(';')[0] ?? ''

  async function signIn(auth: Auth, cookie?: string) {
    const { db } = database.handle()
    await createUser(db, { email, role: 'admin', password: testPassword })
    const { request, reply, setCookie } = visit(cookie)
    const user = await auth.signIn(request, reply, { email, password: testPassword })
    if (!user || 'ways' in user) throw new Error('the password was not accepted')
    return { user, setCookie, cookie: asBrowserSends(setCookie) }
  }

  /** The session of the owner was last used this long ago. */
  const lastUsed = (before: string) =>
    database
      .handle()
      .db.update(sessions)
      .set({
        lastUsedAt: sql`now() - ${before}::interval`,
        expiresAt: sql`now() - ${before}::interval + interval '7 days'`,
      })

  async function daysLeft() {
    const [session] = await database.handle().db.select().from(sessions)
    return ((session?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000
  }

  async function begin() {
    const { db } = database.handle()
    await db.delete(sessions)
    const auth = createAuth(db, siteUrl)
    return { db, auth, ...(await signIn(auth)) }
  }

  test('a session belongs to a user, a browser and a week, and its cookie to the site', async () => {
    const { db, auth, user, setCookie, cookie } = await begin()
    expect(user).toEqual({ id: expect.any(String), email, name: email, role: 'admin' })
    expect(setCookie[0]?.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/',
      'SameSite=Lax',
    ])
    expect((await auth.readSession(cookie, true))?.user).toEqual(user)
    const [session] = await db.select().from(sessions)
    expect(session).toMatchObject({ userId: user.id, userAgent: 'A browser' })
    expect(await daysLeft()).toBeCloseTo(7, 1)
  })

  test('over https the cookie is for this host and https alone', async () => {
    const { setCookie } = await signIn(
      createAuth(database.handle().db, 'https://breezeway.example'),
    )
    expect(setCookie[0]).toMatch(/^__Host-breezeway-session=/)
    expect(setCookie[0]?.split('; ').slice(1)).toContain('Secure')
  })

  test('a session in use is prolonged, and ends after a week without', async () => {
    const { auth, cookie } = await begin()
    await lastUsed('6 days')
    expect(await auth.readSession(cookie, true)).toBeDefined()
    expect(await daysLeft()).toBeCloseTo(7, 1)
    await lastUsed('7 days 1 second')
    expect(await auth.readSession(cookie, true)).toBeUndefined()
  })

  test('what a page does by itself does not prolong a session, and nothing does beyond thirty days', async () => {
    const { db, auth, cookie } = await begin()
    await lastUsed('6 days')
    expect(await auth.readSession(cookie, false)).toBeDefined()
    expect(await daysLeft()).toBeCloseTo(1, 1)
    const begunBefore = (interval: string) =>
      db.update(sessions).set({ createdAt: sql`now() - ${interval}::interval` })
    await begunBefore('28 days')
    expect(await auth.readSession(cookie, true)).toBeDefined()
    expect(await daysLeft()).toBeCloseTo(2, 1)
    await begunBefore('30 days 1 second')
    expect(await auth.readSession(cookie, true)).toBeUndefined()
  })

  test('signing in again ends the session that the browser had, and no other', async () => {
    const auth = createAuth(database.handle().db, siteUrl)
    const [mine, other] = [await signIn(auth), await signIn(auth)]
    const again = await signIn(auth, mine.cookie)
    expect(again.cookie).not.toBe(mine.cookie)
    expect(await auth.readSession(mine.cookie, true)).toBeUndefined()
    for (const { cookie } of [again, other]) {
      expect((await auth.readSession(cookie, true))?.user.email).toBe(email)
    }
    const { request, reply } = visit(again.cookie)
    expect(await auth.signIn(request, reply, { email, password: 'a wrong one' })).toBeUndefined()
    expect((await auth.readSession(again.cookie, true))?.user.email).toBe(email)
  })

  test('the database holds hashes of tokens, with which nobody can sign in', async () => {
    const { db, auth, cookie } = await begin()
    const [name, token = ''] = cookie.split('=')
    // 256 random bits.
    expect(token).toMatch(/^[\w-]{43}$/)
    const [stored] = await db.select().from(sessions)
    expect(stored?.token).toMatch(/^[\w-]{43}$/)
    expect(stored?.token).not.toBe(token)
    expect(await auth.readSession(`${name}=${stored?.token}`, true)).toBeUndefined()
    expect((await auth.readSession(cookie, true))?.user.email).toBe(email)
  })

  test('a session that has ended is not renewed, nor one of another person', async () => {
    const { db, auth, user, cookie } = await begin()
    async function renew(before: string | undefined, userId: string) {
      const { request, reply, setCookie } = visit(before)
      await auth.renew(request, reply, userId, true)
      return asBrowserSends(setCookie)
    }
    const present = await renew(cookie, user.id)
    expect(await auth.readSession(cookie, true)).toBeUndefined()
    expect((await auth.readSession(present, true))?.session.hasSecondFactor).toBe(true)
    const refused = { code: 'not_signed_in' }
    await expect(renew(cookie, user.id)).rejects.toMatchObject(refused)
    await expect(renew(undefined, user.id)).rejects.toMatchObject(refused)
    const other = await addUser(db, 'other@example.com', 'editor')
    await expect(renew(present, other.id)).rejects.toMatchObject(refused)
    // A refusal ends nothing.
    expect((await auth.readSession(present, true))?.user.email).toBe(email)
  })

  test('an admin who disables somebody at the moment of their sign-in leaves them no session', async () => {
    const { db } = database.handle()
    const user = await addUser(db, 'leaver@example.com', 'editor')
    const auth = createAuth(db, siteUrl)
    const disabling = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const disabled = db.transaction(async (tx) => {
      await tx.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id))
      disabling.resolve()
      await goOn.promise
      await tx.delete(sessions).where(eq(sessions.userId, user.id))
    })
    await disabling.promise
    const { request, reply } = visit()
    const begun = expect(auth.begin(request, reply, user.id, false)).rejects.toMatchObject({
      code: 'not_allowed',
    })
    await untilWaiting(db, 1)
    goOn.resolve()
    await disabled
    await begun
    const left = await db.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(left).toEqual([])
  })

  test('while the database is away nobody is taken for a stranger', async () => {
    const location = database.location()
    const gone = await openDatabase(location, silentLogger)
    const auth = createAuth(gone.db, siteUrl)
    const { cookie } = await signIn(auth)
    await gone.close()
    const away = expect.toSatisfy(isDatabaseAway)
    await expect(auth.readSession(cookie, true)).rejects.toEqual(away)
    const { request, reply } = visit(cookie)
    const signedIn = auth.signIn(request, reply, { email, password: testPassword })
    await expect(signedIn).rejects.toEqual(away)
    await expect(auth.signOut(request, reply)).rejects.toEqual(away)
    // Who has no cookie is not signed in, whatever the database is doing: nothing is read for them.
    expect(await createAuth(gone.db, siteUrl).readSession(undefined, true)).toBeUndefined()
  })

  test('a session that ends at the moment it is to be prolonged has ended, and nothing else', async () => {
    const { db, auth, cookie } = await begin()
    await lastUsed('6 days')
    await db.execute(sql`create function change_nothing() returns trigger language plpgsql
      as 'begin return null; end'`)
    await db.execute(sql`create trigger change_nothing before update on sessions
      for each row execute function change_nothing()`)
    expect(await auth.readSession(cookie, true)).toBeUndefined()
    await db.execute(sql`drop function change_nothing cascade`)
    expect((await auth.readSession(cookie, true))?.user.email).toBe(email)
  })
})
