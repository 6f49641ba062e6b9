import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { accountLinks, sessions, twoFactors, users } from '#/server/db/tables/schema.ts'
import { appCode } from '#tests/support/accounts/app-codes.ts'
import { factorSite, holdTheClock } from '#tests/support/accounts/factor-people.ts'
import { testPassword } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { isCodeOf } from './codes.ts'
import { resetPassword } from './users.ts'

// The test vectors of RFC 6238, appendix B, for SHA-1; their codes have two digits more in front.
test.each([
  [1_111_111_109, '081804'],
  [20_000_000_000, '353130'],
])(
  'at second %i the code of the example is %s, from half a minute before to half a minute after',
  (second, code) => {
    const isRight = (steps: number) =>
      isCodeOf('12345678901234567890', code, (second + steps * 30) * 1000)
    expect([-2, -1, 0, 1, 2].map(isRight)).toEqual([false, true, true, true, false])
  },
)

describeOnDatabase('codes of an app', (database) => {
  const { db, people } = factorSite(database)
  beforeEach(holdTheClock)

  describe('an app', () => {
    test('a sign-in ends between its steps with the password of its first', async () => {
      const { user, browser } = await people.signedIn()
      const { key } = await people.setUpApp(browser)
      const other = people.newBrowser()
      expect((await people.enterPassword(other, user.email)).status).toBe(200)
      await resetPassword(db(), user.email, testPassword)
      expect((await people.enterCode(other, appCode(key))).status).toBe(401)
      expect(await people.isSignedIn(other)).toBe(false)
    })

    test('is set up by its first code, with ten recovery codes, and then asked for', async () => {
      const { user, browser } = await people.signedIn()
      const begun = (await browser.ask(api.beginCodeApp.path, { method: 'POST' })).body.data
      expect(begun.uri).toBe(
        `otpauth://totp/Breezeway%20HVAC%20Network:${encodeURIComponent(user.email)}?secret=${begun.key}&issuer=Breezeway%20HVAC%20Network`,
      )
      const wrong = await browser.ask(api.addCodeApp.path, { payload: { code: '12345' } })
      expect(wrong.status).toBe(400)
      expect(wrong.body.fields.code).toMatch(/isn’t the code your app shows/)
      // Until then signing in asks for the password alone.
      expect((await people.enterPassword(people.newBrowser(), user.email)).status).toBe(200)

      const code = appCode(begun.key, -1)
      const ended = await browser.ask(api.addCodeApp.path, { payload: { code } })
      expect(new Set(ended.body.data.recoveryCodes).size).toBe(10)
      const [session] = await db().select().from(sessions).where(eq(sessions.hasSecondFactor, true))
      expect(session?.userId).toBe(user.id)
      expect((await browser.ask(api.secondFactors.path)).body.data).toMatchObject({
        hasApp: true,
        recoveryCodesLeft: 10,
        passkeys: [],
      })

      const other = people.newBrowser()
      const first = await people.enterPassword(other, user.email)
      expect([first.status, first.body]).toEqual([
        200,
        { data: { ways: ['app', 'recovery-code'] } },
      ])
      expect(await people.isSignedIn(other)).toBe(false)
      // Nothing is left of the session that the password alone would have begun.
      const begunSessions = await db()
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, user.id), eq(sessions.hasSecondFactor, false)))
      expect(begunSessions).toHaveLength(1)
      const second = await people.enterCode(other, appCode(begun.key).replace(/^.../, '$& '))
      expect([second.status, second.body]).toEqual([
        200,
        { data: { id: user.id, email: user.email, name: user.email, role: 'admin' } },
      ])
      expect(await people.isSignedIn(other)).toBe(true)
    })

    test('is refused a second time, and before it is removed', async () => {
      const { browser } = await people.signedIn()
      await people.setUpApp(browser)
      const second = await browser.ask(api.beginCodeApp.path, { method: 'POST' })
      expect([second.status, second.body.message]).toEqual([
        409,
        'An app is already set up. Remove it to set up another one.',
      ])
      expect((await browser.ask(api.removeCodeApp.path, { method: 'DELETE' })).status).toBe(204)
      const begun = await browser.ask(api.beginCodeApp.path, { method: 'POST' })
      expect(begun.status).toBe(200)
      const late = people.newBrowser()
      expect((await late.ask(api.beginCodeApp.path, { method: 'POST' })).status).toBe(401)
    })

    test('before its first code it proves nothing, beside a passkey that does', async () => {
      const { user, browser } = await people.signedIn()
      await people.addPasskey(browser)
      const { key } = (await browser.ask(api.beginCodeApp.path, { method: 'POST' })).body.data
      const other = people.newBrowser()
      await people.startSignIn(other, user.email)
      expect((await people.enterCode(other, appCode(key))).status).toBe(400)
    })

    test('a code signs in once: neither whoever watched nor a repeat can use it', async () => {
      const { user, browser } = await people.signedIn()
      const { key, recoveryCodes } = await people.setUpApp(browser)
      const code = appCode(key)
      const [one, two] = [people.newBrowser(), people.newBrowser()]
      await people.startSignIn(one, user.email)
      await people.startSignIn(two, user.email)
      const statuses = await Promise.all([people.enterCode(one, code), people.enterCode(two, code)])
      expect(statuses.map(({ status }) => status).sort()).toEqual([200, 400])
      const third = people.newBrowser()
      await people.startSignIn(third, user.email)
      expect((await people.enterCode(third, code)).body.fields.code).toMatch(
        /wrong, or was already used/,
      )
      // It would still be right.
      vi.setSystemTime(Date.now() + 40_000)
      expect((await people.enterCode(third, code)).status).toBe(400)
      vi.setSystemTime(Date.now() - 40_000)
      // The one that set the app up was used too.
      expect((await people.enterCode(third, appCode(key, -1))).status).toBe(400)
      expect(await people.isSignedIn(third)).toBe(false)
      const firstStep = new Map(third.cookies)
      expect((await people.enterCode(third, appCode(key, 1))).status).toBe(200)
      // Nor does the first step count twice.
      for (const [name, value] of firstStep) third.cookies.set(name, value)
      expect((await people.enterCode(third, recoveryCodes[0] ?? '')).status).toBe(401)
    })

    test('the code of another account, or a guess, signs nobody in', async () => {
      const { user, browser } = await people.signedIn()
      await people.setUpApp(browser)
      const other = await people.setUpApp((await people.signedIn()).browser)
      const thief = people.newBrowser()
      await people.startSignIn(thief, user.email)
      expect((await people.enterCode(thief, appCode(other.key))).status).toBe(400)
      expect((await people.enterCode(thief, other.recoveryCodes[0] ?? '')).status).toBe(400)
      expect((await people.enterCode(thief, 'x'.repeat(65))).status).toBe(400)
      expect((await people.enterCode(thief, '')).body.fields.code).toBe('Please enter a code.')
      expect(await people.isSignedIn(thief)).toBe(false)
    })

    test('after five wrong codes the password is asked for again', async () => {
      const { user, browser } = await people.signedIn()
      const { key } = await people.setUpApp(browser)
      const thief = people.newBrowser()
      await people.startSignIn(thief, user.email)
      for (let tries = 0; tries < 5; tries += 1) {
        expect((await people.enterCode(thief, `00000${tries}`)).status).toBe(400)
      }
      expect((await people.enterCode(thief, appCode(key))).status).toBe(401)
      // The owner's browser is known.
      expect((await browser.ask(api.signOut.path, { method: 'POST' })).status).toBe(204)
      await people.startSignIn(browser, user.email)
      for (let tries = 0; tries < 5; tries += 1) {
        expect((await people.enterCode(browser, `11111${tries}`)).status).toBe(400)
      }
      const ended = await people.enterCode(browser, '111119')
      expect([ended.status, ended.body.message]).toEqual([
        401,
        'Please start over with your email address and password.',
      ])
      await people.startSignIn(browser, user.email)
      expect((await people.enterCode(browser, appCode(key, 1))).status).toBe(200)
    })

    test('both steps end the session that the browser had, of another person too', async () => {
      const { user, browser } = await people.signedIn()
      const { device } = await people.addPasskey(browser)
      const other = await people.signedIn()
      const { key } = await people.setUpApp(other.browser)
      const sessionsLeft = () => db().select().from(sessions).where(eq(sessions.userId, user.id))
      await people.startSignIn(browser, other.user.email)
      expect(await sessionsLeft()).toEqual([])
      // Meanwhile, in another tab of this browser.
      expect((await people.signInByPasskey(browser, device)).status).toBe(200)
      const answer = await people.enterCode(browser, appCode(key))
      expect([answer.status, answer.body.data?.email]).toEqual([200, other.user.email])
      expect(await sessionsLeft()).toEqual([])
    })

    test('the first step counts for ten minutes', async () => {
      const { user, browser } = await people.signedIn()
      const { key } = await people.setUpApp(browser)
      const slow = people.newBrowser()
      await people.startSignIn(slow, user.email)
      await db().update(accountLinks).set({ expiresAt: sql`now() - interval '1 minute'` })
      expect((await people.enterCode(slow, appCode(key))).status).toBe(401)
      expect((await people.enterCode(people.newBrowser(), appCode(key))).status).toBe(401)
    })

    test('who is disabled between the two steps does not get in', async () => {
      const { user, browser } = await people.signedIn()
      const { key } = await people.setUpApp(browser)
      const { device } = await people.addPasskey(browser)
      const late = people.newBrowser()
      await people.startSignIn(late, user.email)
      await db().update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id))
      expect((await people.enterCode(late, appCode(key))).status).toBe(401)
      expect((await people.signInByPasskey(people.newBrowser(), device)).status).toBe(403)
      expect((await people.enterPassword(people.newBrowser(), user.email)).status).toBe(403)
    })
  })

  describe('a recovery code', () => {
    test('signs in once, however it is typed, and says how many are left', async () => {
      const { user, browser } = await people.signedIn()
      const { recoveryCodes } = await people.setUpApp(browser)
      const [code = ''] = recoveryCodes
      expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
      const other = people.newBrowser()
      await people.startSignIn(other, user.email)
      const answer = await people.enterCode(other, ` ${code.toLowerCase().replaceAll('-', ' ')} `)
      expect([answer.status, answer.body.data.recoveryCodesLeft]).toEqual([200, 9])
      const again = people.newBrowser()
      await people.startSignIn(again, user.email)
      expect((await people.enterCode(again, code)).status).toBe(400)
      expect(await people.isSignedIn(again)).toBe(false)
    })

    test('is stored as a hash, and the key of the app encrypted', async () => {
      const { user, browser } = await people.signedIn()
      const { key, recoveryCodes } = await people.setUpApp(browser)
      const [row] = await db().select().from(twoFactors).where(eq(twoFactors.userId, user.id))
      for (const secret of [
        key,
        ...recoveryCodes,
        ...recoveryCodes.map((code) => code.replaceAll('-', '')),
      ]) {
        expect(JSON.stringify(row)).not.toContain(secret)
      }
    })

    test('new ones take the place of all from before, and belong to a factor', async () => {
      const { user, browser } = await people.signedIn()
      const none = await browser.ask(api.recoveryCodes.path, { method: 'POST' })
      expect([none.status, none.body.message]).toEqual([409, 'Set up an app or a passkey first.'])
      const before = await people.setUpApp(browser)
      const renewed = await browser.ask(api.recoveryCodes.path, { method: 'POST' })
      expect(renewed.body.data.recoveryCodes).toHaveLength(10)
      const other = people.newBrowser()
      await people.startSignIn(other, user.email)
      expect((await people.enterCode(other, before.recoveryCodes[1] ?? '')).status).toBe(400)
      expect((await people.enterCode(other, renewed.body.data.recoveryCodes[1])).status).toBe(200)
    })
  })
})
