import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testPassword } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { openDatabase } from '../db/connect/client.ts'
import { isDatabaseAway } from '../db/connect/failures.ts'
import { secrets, sessions } from '../db/tables/schema.ts'
import { type Auth, createAuth } from './auth.ts'
import { createUser } from './users.ts'

const siteUrl = 'http://127.0.0.1:3000'

describeOnDatabase('sessions', (database) => {
  const email = 'owner@example.com'
  const asBrowserSends = (setCookie: string[]) => setCookie[0]?.split(';')[0] ?? ''

  async function signIn(auth: Auth, cookie?: string) {
    const { db } = database.handle()
    await createUser(db, { email, role: 'admin', password: testPassword })
    const signedIn = await auth.signIn({
      email,
      password: testPassword,
      userAgent: 'A browser',
      cookie,
    })
    if (!signedIn || !('user' in signedIn)) throw new Error('the password was not accepted')
    return { ...signedIn, cookie: asBrowserSends(signedIn.setCookie) }
  }

  test('a session belongs to a user, a browser and a week, and its cookie to the site', async () => {
    const { db } = database.handle()
    await db.delete(sessions)
    const auth = createAuth(db, siteUrl)
    const { user, setCookie, cookie } = await signIn(auth)
    expect(user).toEqual({ id: expect.any(String), email, name: email, role: 'admin' })
    expect(setCookie).toHaveLength(1)
    expect(setCookie[0]?.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=604800',
      'Path=/',
      'SameSite=Lax',
    ])
    expect((await auth.readSession(cookie, true))?.user).toEqual(user)
    const [session] = await db.select().from(sessions)
    expect(session).toMatchObject({ userId: user.id, userAgent: 'A browser' })
    const days = ((session?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 1)
  })

  test('over https the cookie is for this host and https alone', async () => {
    const { setCookie } = await signIn(
      createAuth(database.handle().db, 'https://breezeway.example'),
    )
    expect(setCookie[0]).toMatch(/^__Host-breezeway-session=/)
    expect(setCookie[0]?.split('; ').slice(1)).toContain('Secure')
  })

  test('a session in use is prolonged once a day', async () => {
    const { db } = database.handle()
    await db.delete(sessions)
    const auth = createAuth(db, siteUrl)
    const { cookie } = await signIn(auth)
    expect((await auth.readSession(cookie, true))?.setCookie).toEqual([])
    const aged = (interval: string) =>
      db.update(sessions).set({ expiresAt: sql`now() + ${interval}::interval` })
    await aged('6 days 1 hour')
    expect((await auth.readSession(cookie, true))?.setCookie).toEqual([])
    await aged('5 days 23 hours')
    const prolonged = await auth.readSession(cookie, true)
    expect(asBrowserSends(prolonged?.setCookie ?? [])).toBe(cookie)
    const [session] = await db.select().from(sessions)
    expect(((session?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
    await aged('-1 second')
    expect(await auth.readSession(cookie, true)).toBeUndefined()
  })

  test('what a page does by itself does not prolong a session, and nothing does beyond thirty days', async () => {
    const { db } = database.handle()
    await db.delete(sessions)
    const auth = createAuth(db, siteUrl)
    const { cookie } = await signIn(auth)
    await db.update(sessions).set({ expiresAt: sql`now() + interval '1 day'` })
    expect((await auth.readSession(cookie, false))?.setCookie).toEqual([])
    const begunBefore = (interval: string) =>
      db.update(sessions).set({ createdAt: sql`now() - ${interval}::interval` })
    await begunBefore('29 days 23 hours')
    expect((await auth.readSession(cookie, true))?.setCookie).toHaveLength(1)
    await begunBefore('30 days')
    expect(await auth.readSession(cookie, true)).toBeUndefined()
    expect(await db.select().from(sessions)).toEqual([])
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
    const refused = { email, password: 'a wrong one', cookie: again.cookie }
    expect(await auth.signIn(refused)).toBeUndefined()
    expect((await auth.readSession(again.cookie, true))?.user.email).toBe(email)
  })

  test('the database holds hashes of tokens, with which nobody can sign in', async () => {
    const { db } = database.handle()
    await db.delete(sessions)
    const auth = createAuth(db, siteUrl)
    const { cookie } = await signIn(auth)
    const [name, value = ''] = cookie.split('=')
    const [token = ''] = decodeURIComponent(value).split('.')
    // Of 62 signs: 190 random bits.
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/)
    const [stored] = await db.select().from(sessions)
    expect(stored?.token).toMatch(/^[\w-]{43}$/)
    expect(stored?.token).not.toBe(token)
    const [keys] = await db.select().from(secrets)
    const signature = createHmac('sha256', keys?.value ?? '').update(stored?.token ?? '')
    const forged = `${name}=${encodeURIComponent(`${stored?.token}.${signature.digest('base64')}`)}`
    expect(await auth.readSession(forged, true)).toBeUndefined()
    expect((await auth.readSession(cookie, true))?.user.email).toBe(email)
  })

  test('who was signed in before tokens were hashed stays so', async () => {
    const { db } = database.handle()
    await db.delete(sessions)
    const auth = createAuth(db, siteUrl)
    const { cookie } = await signIn(auth)
    const [token = ''] = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')
    await db.update(sessions).set({ token })
    expect(await auth.readSession(cookie, true)).toBeUndefined()
    await db.execute(sql.raw(readFileSync('migrations/0010_hashed-session-tokens.sql', 'utf8')))
    expect((await auth.readSession(cookie, true))?.user.email).toBe(email)
  })

  test('signing out ends this session and no other, and clears the cookie', async () => {
    const auth = createAuth(database.handle().db, siteUrl)
    const [mine, other] = [await signIn(auth), await signIn(auth)]
    expect((await auth.signOut(mine.cookie))[0]).toMatch(/^breezeway-session=;.*Max-Age=0/)
    expect(await auth.readSession(mine.cookie, true)).toBeUndefined()
    expect((await auth.readSession(other.cookie, true))?.user.email).toBe(email)
    // Somebody who is not signed in may press it too.
    expect((await auth.signOut(undefined))[0]).toMatch(/Max-Age=0/)
  })

  test('sessions are signed with the key in the database, which all processes share', async () => {
    const { db } = database.handle()
    const { cookie } = await signIn(createAuth(db, siteUrl))
    const another = createAuth(db, siteUrl)
    expect((await another.readSession(cookie, true))?.user.email).toBe(email)
    const keys = await db.select().from(secrets)
    expect(keys).toEqual([{ name: 'session-signing', value: expect.stringMatching(/^[\w-]{43}$/) }])

    await db.delete(secrets).where(eq(secrets.name, 'session-signing'))
    const withNewKey = createAuth(db, siteUrl)
    expect(await withNewKey.readSession(cookie, true)).toBeUndefined()
  })

  test('while the database is away nobody is taken for a stranger', async () => {
    const location = database.location()
    const gone = await openDatabase(location, silentLogger)
    const auth = createAuth(gone.db, siteUrl)
    const { cookie } = await signIn(auth)
    await gone.close()
    const away = expect.toSatisfy(isDatabaseAway)
    await expect(auth.readSession(cookie, true)).rejects.toEqual(away)
    await expect(auth.signIn({ email, password: testPassword })).rejects.toEqual(away)
    await expect(auth.signOut(cookie)).rejects.toEqual(away)
    // Who has no cookie is not signed in, whatever the database is doing: nothing is read for them.
    expect(await createAuth(gone.db, siteUrl).readSession(undefined, true)).toBeUndefined()
  })

  test('a query that fails for another reason is not taken for a database that is away', async () => {
    const { db } = database.handle()
    const auth = createAuth(db, siteUrl)
    const { cookie } = await signIn(auth)
    await db.execute(sql`alter table sessions rename to sessions_elsewhere`)
    const failed = auth.readSession(cookie, true)
    await expect(failed).rejects.toMatchObject({ cause: { code: '42P01' } })
    await db.execute(sql`alter table sessions_elsewhere rename to sessions`)
    expect((await auth.readSession(cookie, true))?.user.email).toBe(email)
  })

  test('a session that ends at the moment it is to be prolonged has ended, and nothing else', async () => {
    const { db } = database.handle()
    const auth = createAuth(db, siteUrl)
    const { cookie } = await signIn(auth)
    await db.update(sessions).set({ expiresAt: sql`now() + interval '1 day'` })
    await db.execute(sql`create function change_nothing() returns trigger language plpgsql
      as 'begin return null; end'`)
    await db.execute(sql`create trigger change_nothing before update on sessions
      for each row execute function change_nothing()`)
    expect(await auth.readSession(cookie, true)).toBeUndefined()
    await db.execute(sql`drop function change_nothing cascade`)
    expect((await auth.readSession(cookie, true))?.user.email).toBe(email)
  })
})
