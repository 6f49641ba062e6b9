import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { saveSetting } from '#/server/db/settings.ts'
import { passkeys, sessions } from '#/server/db/tables/schema.ts'
import { appCode } from '#tests/support/accounts/app-codes.ts'
import { type ApiBrowser, factorSite, holdTheClock } from '#tests/support/accounts/factor-people.ts'
import { testPassword } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'

const passkeyPath = (id: string) => pathTo(api.renamePasskey, { passkeyId: id })

describeOnDatabase('second factors and proofs', (database) => {
  const { db, people } = factorSite(database)
  beforeEach(holdTheClock)

  describe('a fresh proof', () => {
    const age = () => db().update(sessions).set({ confirmedAt: sql`now() - interval '1 hour'` })
    const proveBy = (browser: ApiBrowser, payload: object) =>
      browser.ask(api.proof.path, { payload })
    const isFresh = async (browser: ApiBrowser) =>
      (await browser.ask(api.leadExport.path)).status === 200

    test('is a code or a passkey for whoever has one, and not the password', async () => {
      const { user, browser } = await people.signedIn()
      const { key, recoveryCodes } = await people.setUpApp(browser)
      const { device } = await people.addPasskey(browser)
      await age()
      expect((await browser.ask(api.proof.path)).body).toEqual({
        data: { ways: ['passkey', 'code'] },
      })
      expect((await proveBy(browser, { way: 'password', password: testPassword })).status).toBe(400)
      expect(await isFresh(browser)).toBe(false)
      const code = { way: 'code', code: appCode(key) }
      expect((await proveBy(browser, code)).status).toBe(204)
      expect(await isFresh(browser)).toBe(true)
      await age()
      expect((await proveBy(browser, code)).body.fields).toEqual({
        code: 'The code is wrong, or was already used.',
      })
      expect((await proveBy(browser, { way: 'code', code: recoveryCodes[0] })).status).toBe(204)
      expect((await proveBy(browser, { way: 'code', code: recoveryCodes[0] })).status).toBe(400)
      await age()
      const { data } = (await browser.ask(api.proofPasskey.path, { method: 'POST' })).body
      expect(data.allowCredentials).toMatchObject([{ id: device.id }])
      const response = device.signIn(data)
      expect((await proveBy(browser, { way: 'passkey', response })).status).toBe(204)
      expect(await isFresh(browser)).toBe(true)
      const own = await db().select().from(sessions).where(eq(sessions.userId, user.id))
      expect(own.map(({ hasSecondFactor }) => hasSecondFactor)).toEqual([true])
    })

    test('is not the passkey of somebody else, who stays signed out', async () => {
      const { user, browser } = await people.signedIn()
      await people.addPasskey(browser)
      const { device } = await people.addPasskey((await people.signedIn()).browser)
      await age()
      const { data } = (await browser.ask(api.proofPasskey.path, { method: 'POST' })).body
      const response = device.signIn(data)
      expect((await proveBy(browser, { way: 'passkey', response })).body.fields).toEqual({
        passkey: 'That wasn’t one of your passkeys. Please try again.',
      })
      expect((await browser.ask(api.currentUser.path)).body.data.id).toBe(user.id)
      expect(await isFresh(browser)).toBe(false)
    })

    test('is wanted for a new password of whoever has a second factor; others prove it by the present one', async () => {
      const { browser } = await people.signedIn()
      await people.addPasskey(browser)
      const { browser: other } = await people.signedIn()
      await age()
      const payload = { currentPassword: testPassword, password: 'lantern orchard seventeen' }
      const refused = await browser.ask(api.myPassword.path, { payload })
      expect([refused.status, refused.body?.code]).toEqual([403, 'proof_needed'])
      expect((await other.ask(api.myPassword.path, { payload })).status).toBe(204)
    })
  })

  describe('the owner', () => {
    const require = (browser: ApiBrowser, requiresSecondFactor: boolean) =>
      browser.ask(api.accountSettings.change.path, {
        method: 'PUT',
        payload: { requiresSecondFactor },
      })

    test('requires a second factor of everyone, having one', async () => {
      const { browser: colleague } = await people.signedIn()
      const { browser } = await people.signedIn()
      const refused = await require(browser, true)
      expect([refused.status, refused.body.message]).toEqual([
        409,
        expect.stringContaining('First set up a second step for your own account'),
      ])
      await people.setUpApp(browser)
      expect((await require(browser, true)).body).toEqual({ data: { requiresSecondFactor: true } })
      try {
        // A session that was begun without one may set one up, and nothing else.
        const lacking = await colleague.ask(api.leadSources.path)
        expect([lacking.status, lacking.body.code]).toEqual([403, 'second_factor_needed'])
        expect((await colleague.ask(api.secondFactors.path)).body.data).toMatchObject({
          isLacking: true,
        })
        const { device } = await people.addPasskey(colleague)
        expect((await colleague.ask(api.leadSources.path)).status).toBe(200)

        // The last one cannot be removed any more.
        const [{ id }] = (await colleague.ask(api.secondFactors.path)).body.data.passkeys
        const kept = await colleague.ask(passkeyPath(id), { method: 'DELETE' })
        expect([kept.status, kept.body.message]).toEqual([
          409,
          expect.stringContaining('Add another one before you remove this one'),
        ])
        expect((await people.signInByPasskey(people.newBrowser(), device)).status).toBe(200)
        await people.setUpApp(colleague)
        expect((await colleague.ask(passkeyPath(id), { method: 'DELETE' })).status).toBe(204)
        expect((await colleague.ask(api.removeCodeApp.path, { method: 'DELETE' })).status).toBe(409)
        expect((await require(browser, false)).status).toBe(200)
        expect((await colleague.ask(api.removeCodeApp.path, { method: 'DELETE' })).status).toBe(204)
      } finally {
        await saveSetting(db(), 'accounts', { requiresSecondFactor: false })
      }
    })

    test('removes those of a colleague who has lost them, and ends their sessions', async () => {
      const { user, browser: colleague } = await people.signedIn('editor')
      await people.setUpApp(colleague)
      const { browser } = await people.signedIn()
      const { members } = (await browser.ask(api.team.path)).body.data
      expect(members.find(({ id }: { id: string }) => id === user.id)?.hasSecondFactor).toBe(true)
      await people.addPasskey(colleague)
      const remove = (who: ApiBrowser, userId: string) =>
        who.ask(pathTo(api.removeSecondFactors, { userId }), { method: 'DELETE' })
      expect((await remove(colleague, user.id)).status).toBe(403)
      expect((await remove(browser, 'nobody')).body).toMatchObject({
        code: 'not_found',
        message: 'That person is no longer on the team.',
      })
      expect((await remove(browser, user.id)).status).toBe(204)
      expect(await people.isSignedIn(colleague)).toBe(false)
      expect(await db().select().from(passkeys).where(eq(passkeys.userId, user.id))).toEqual([])
      expect((await people.enterPassword(colleague, user.email)).status).toBe(200)
    })
  })
})
