import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { signInAs, testPassword } from '#tests/support/app-builder.ts'
import { cookiesOf } from '#tests/support/cookies-of.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { rateLimits, sessions } from '../db/tables/schema.ts'
import { proofWaysOf } from './factor-routes.ts'

const passkey = { id: '1', name: 'Blue key', createdAt: '2026-01-01T00:00:00.000Z' }
test.each([
  [{ hasApp: false, recoveryCodesLeft: 9, passkeys: [] }, ['password']],
  [{ hasApp: true, recoveryCodesLeft: 0, passkeys: [] }, ['code']],
  [{ hasApp: false, recoveryCodesLeft: 0, passkeys: [passkey] }, ['passkey']],
])('who has %j proves who they are by %j', (factors, ways) => {
  expect(proofWaysOf(factors)).toEqual(ways)
})

describeOnDatabase('a fresh proof of who somebody is', (database) => {
  const site = adminSite(database)
  const { db } = site

  const asProof = (cookie: string, payload: object) =>
    site.app().inject({ method: 'POST', url: api.prove.path, headers: { cookie }, payload })
  const whoIs = (cookie: string) =>
    site.app().inject({ url: api.currentUser.path, headers: { cookie } })

  const provenBefore = (interval: string) =>
    db()
      .update(sessions)
      .set({ confirmedAt: sql`now() - ${interval}::interval` })

  async function signedInFor(interval: string) {
    await db().delete(sessions)
    const cookie = await signInAs(site.app(), db(), 'admin')
    await provenBefore(interval)
    return cookie
  }

  // One by the table of access, and one that asks by itself. `access.test.ts` asks all that the table has.
  test.each([api.leadExport.path, api.leads.path])(
    '%s wants one that is at most 15 minutes old',
    async (url) => {
      const ask = async (since: string) => {
        await provenBefore(since)
        return site.ask('GET', url)
      }
      const refused = await ask('15 minutes 1 second')
      const body = { code: 'proof_needed', message: 'Please confirm it’s you.' }
      expect(refused).toMatchObject({ status: 403, body })
      expect((await ask('14 minutes')).status).toBe(200)
    },
  )

  test('reading a part of the list goes on without one', async () => {
    await provenBefore('5 hours')
    expect((await site.ask('GET', `${api.leads.path}?limit=10`)).status).toBe(200)
  })

  test('is the password, for whoever has nothing else, and begins a new session', async () => {
    const before = await signedInFor('1 hour')
    const ways = await site.app().inject({ url: api.proof.path, headers: { cookie: before } })
    expect(ways.json()).toEqual({ data: { ways: ['password'] } })

    const proven = await asProof(before, { way: 'password', password: testPassword })
    expect(proven.statusCode).toBe(204)
    const after = cookiesOf(proven.headers['set-cookie'])
    expect((await whoIs(before)).statusCode).toBe(401)
    expect((await whoIs(after)).json().data.role).toBe('admin')
    const [session, ...others] = await db().select().from(sessions)
    expect(others).toEqual([])
    expect(Date.now() - (session?.confirmedAt.getTime() ?? 0)).toBeLessThan(60_000)
    expect(session?.hasSecondFactor).toBe(false)
    const exported = await site
      .app()
      .inject({ url: api.leadExport.path, headers: { cookie: after } })
    expect(exported.statusCode).toBe(200)
  })

  test('a wrong password proves nothing, and tries are counted as those of signing in are', async () => {
    const cookie = await signedInFor('1 hour')
    onTestFinished(async () => void (await db().delete(rateLimits)))
    const wrong = () => asProof(cookie, { way: 'password', password: 'not the password' })
    const refused = await wrong()
    expect(refused.statusCode).toBe(400)
    expect(refused.json().fields).toEqual({ password: 'The password is wrong.' })
    for (let tries = 1; tries < 20; tries += 1) expect((await wrong()).statusCode).toBe(400)
    expect((await wrong()).statusCode).toBe(429)
    const [session] = await db().select().from(sessions)
    expect(Date.now() - (session?.confirmedAt.getTime() ?? 0)).toBeGreaterThan(3_000_000)
    expect((await whoIs(cookie)).statusCode).toBe(200)
  })
})
