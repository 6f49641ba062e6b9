import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { visit } from '#tests/support/accounts/visit.ts'
import { testPassword } from '#tests/support/app-builder.ts'
import { cookiesOf } from '#tests/support/cookies-of.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { createUser } from './users.ts'

describeOnDatabase('guessing', (database) => {
  const { app } = adminSite(database)
  const { entriesOf } = auditReader(() => database.handle())
  const post = (url: string, payload: object, remoteAddress: string, cookie?: string) =>
    app().inject({
      method: 'POST',
      url,
      payload,
      remoteAddress,
      headers: { ...(cookie && { cookie }) },
    })
  const signIn = (email: string, address: string, password = testPassword, cookie?: string) =>
    post(api.signIn.path, { email, password }, address, cookie)

  test('a thousand wrong tries keep the owner out of no browser', { tags: 'slow' }, async () => {
    const email = 'owner@example.com'
    await createUser(database.handle().db, { email, role: 'admin', password: testPassword })
    const first = await signIn(email, '192.0.2.1')
    const known = cookiesOf(first.headers['set-cookie'])

    // The other process counts in the same table, and does not hash: that takes a second each here.
    const attackers = Array.from({ length: 20 }, (_, place) => `2001:db8:${place + 1}::66`)
    const elsewhere = createSignInLimits(database.handle().db, 'http://127.0.0.1:3000')
    let checked = 0
    const guess = (ip: string) =>
      elsewhere.tryOnce(visit(undefined, ip).request, email, async () => {
        checked += 1
        return undefined
      })
    for (let round = 0; round < 50; round += 1) {
      for (const { reason } of (await Promise.allSettled(attackers.map(guess))).filter(
        (result) => result.status === 'rejected',
      )) {
        expect(reason.code).toBe('too_many_requests')
      }
    }
    expect(checked).toBeGreaterThan(20)
    expect(checked).toBeLessThanOrEqual(90)

    // A known browser, wherever it is by now.
    expect((await signIn(email, '2001:db8:1::66', testPassword, known)).statusCode).toBe(200)
    // An attacker is told how long to wait, and the right password would not help. Whose account it is
    // is not looked up.
    const answers: Awaited<ReturnType<typeof signIn>>[] = []
    const entries = await entriesOf(async () => answers.push(await signIn(email, '2001:db8:1::66')))
    expect(entries).toMatchObject([{ action: 'sign-in', result: 'refused', subject: null }])
    const [refused] = answers
    expect(refused?.statusCode).toBe(429)
    expect(refused?.json().message).toMatch(
      /^Too many failed tries\. Please wait (a minute|\d+ minutes), or use a browser you’ve signed in with before\.$/,
    )
  })

  test('a browser is known by a cookie that no script and no other website can use', async () => {
    const email = 'cookie@example.com'
    await createUser(database.handle().db, { email, role: 'admin', password: testPassword })
    const answer = await signIn(email, '192.0.2.2')
    const [, cookie = ''] = [answer.headers['set-cookie'] ?? []].flat()
    expect(cookie).toMatch(/^breezeway-browser-[\w-]{16}=[\w-]+\.\d+\.[\w-]{43}; /)
    expect(cookie).toMatch(/; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(cookie).not.toContain('example')
    const { reply, setCookie } = visit()
    const https = createSignInLimits(database.handle().db, 'https://breezeway.example')
    await https.rememberBrowser(reply, email)
    expect(setCookie[0]).toMatch(/^__Host-breezeway-browser-.*; Secure;/)
    const wrong = await signIn(email, '192.0.2.2', 'a wrong one')
    expect(wrong.headers).not.toHaveProperty('set-cookie')
  })

  test('one address ends at twenty tries, whatever the accounts', async () => {
    for (let place = 0; place < 20; place += 1) {
      expect((await signIn(`${place}@example.com`, '192.0.2.9')).statusCode).toBe(401)
    }
    expect((await signIn('another@example.com', '192.0.2.9')).statusCode).toBe(429)
    expect((await signIn('another@example.com', '192.0.2.10')).statusCode).toBe(401)
  })
})
