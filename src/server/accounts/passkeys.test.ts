import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { accountLinks, sessions } from '#/server/db/tables/schema.ts'
import { type ApiBrowser, factorPeople, factorSite } from '#tests/support/accounts/factor-people.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { passkeyOrigin, passkeySite } from './passkeys.ts'

const passkeyPath = (id: string) => pathTo(api.renamePasskey, { passkeyId: id })

describeOnDatabase('passkeys', (database) => {
  const { db, people } = factorSite(database)

  describe('a passkey', () => {
    test('signs in by itself, and after the password', async () => {
      const { user, browser } = await people.signedIn()
      const { device, recoveryCodes } = await people.addPasskey(browser)
      expect(recoveryCodes).toHaveLength(10)
      expect((await browser.ask(api.secondFactors.path)).body.data.passkeys).toEqual([
        { id: expect.any(String), name: 'Passkey', createdAt: expect.any(String) },
      ])
      const other = people.newBrowser()
      expect((await people.signInByPasskey(other, device)).body.data.email).toBe(user.email)
      expect(await people.isSignedIn(other)).toBe(true)
      const [, latest] = await db().select().from(sessions).where(eq(sessions.userId, user.id))
      expect(latest?.hasSecondFactor).toBe(true)

      const third = people.newBrowser()
      expect((await people.enterPassword(third, user.email)).body.data.ways).toEqual([
        'passkey',
        'recovery-code',
      ])
      expect(await people.isSignedIn(third)).toBe(false)
      expect((await people.signInByPasskey(third, device)).status).toBe(200)
      // A second passkey brings no new codes.
      expect((await people.addPasskey(browser)).recoveryCodes).toEqual([])
    })

    test('gets through, however often others at the same address ask for one, and guess', async () => {
      const { user, browser } = await people.signedIn()
      const { device } = await people.addPasskey(browser)
      const stranger = people.newBrowser()
      for (let times = 0; times < 61; times += 1) {
        await stranger.ask(api.signInPasskeyOptions.path, { method: 'POST' })
        await stranger.ask(api.signIn.path, { payload: { email: user.email, password: 'a guess' } })
      }
      expect((await people.enterPassword(stranger, user.email)).status).toBe(429)
      expect((await people.signInByPasskey(stranger, device)).status).toBe(200)

      // Nor do they keep anybody from a proof by one, in a browser that has forgotten being known.
      for (const name of stranger.cookies.keys()) {
        if (name.startsWith('breezeway-browser')) stranger.cookies.delete(name)
      }
      const guess = { payload: { way: 'password', password: 'a guess' } }
      for (let times = 0; times < 5; times += 1) await stranger.ask(api.proof.path, guess)
      expect((await stranger.ask(api.proof.path, guess)).status).toBe(429)
      const asked = await stranger.ask(api.proofPasskey.path, { method: 'POST' })
      const response = device.signIn(asked.body.data)
      const proven = await stranger.ask(api.proof.path, { payload: { way: 'passkey', response } })
      expect(proven.status).toBe(204)
    })

    test('that nobody has added, or of another site, signs nobody in', async () => {
      const { browser } = await people.signedIn()
      const { device } = await people.addPasskey(browser)
      const stranger = people.newBrowser()
      expect((await people.signInByPasskey(stranger, people.newDevice())).status).toBe(401)
      const elsewhere = { origin: 'http://localhost.evil.example' }
      expect((await people.signInByPasskey(stranger, device, elsewhere)).status).toBe(401)
      const forger = people.newDevice()
      const asked = await stranger.ask(api.signInPasskeyOptions.path, { method: 'POST' })
      const forged = { ...forger.signIn(asked.body.data), id: device.id, rawId: device.id }
      const answer = await stranger.ask(api.signInPasskey.path, { payload: { response: forged } })
      expect(answer.status).toBe(401)
      expect(await people.isSignedIn(stranger)).toBe(false)
      const malformed = { id: device.id, response: {} }
      await stranger.ask(api.signInPasskeyOptions.path, { method: 'POST' })
      expect(
        (await stranger.ask(api.signInPasskey.path, { payload: { response: malformed } })).status,
      ).toBe(401)
    })

    test('signs in as its owner where somebody else is signed in', async () => {
      const { user, browser } = await people.signedIn()
      const { device } = await people.addPasskey(browser)
      const other = await people.signedIn()
      await people.addPasskey(other.browser)
      const asked = await other.browser.ask(api.signInPasskeyOptions.path, { method: 'POST' })
      expect(asked.body.data.allowCredentials ?? []).toEqual([])
      const payload = { response: device.signIn(asked.body.data) }
      const answer = await other.browser.ask(api.signInPasskey.path, { payload })
      expect(answer.body.data.email).toBe(user.email)
    })

    test('of another site is not added', async () => {
      const { browser } = await people.signedIn()
      const asked = await browser.ask(api.passkeyOptions.path, { method: 'POST' })
      const elsewhere = { origin: 'http://localhost.evil.example' }
      const payload = { response: people.newDevice().register(asked.body.data, elsewhere) }
      const refused = await browser.ask(api.addPasskey.path, { payload })
      expect([refused.status, refused.body]).toEqual([
        400,
        {
          code: 'invalid_request',
          message: 'The passkey couldn’t be added, or it took too long. Please try again.',
          requestId: expect.any(String),
        },
      ])
    })

    test('that did not check who uses it is refused, when it is added and when it signs in', async () => {
      const { browser } = await people.signedIn()
      const asked = await browser.ask(api.passkeyOptions.path, { method: 'POST' })
      expect(asked.body.data).toMatchObject({
        rp: { id: 'localhost', name: 'Breezeway HVAC Network' },
        authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
      })
      const response = people.newDevice().register(asked.body.data, { isUserVerified: false })
      const added = await browser.ask(api.addPasskey.path, { payload: { response } })
      expect([added.status, added.body.message]).toEqual([
        400,
        expect.stringContaining('didn’t check that it’s you'),
      ])
      const { device } = await people.addPasskey(browser)
      const other = people.newBrowser()
      const options = await other.ask(api.signInPasskeyOptions.path, { method: 'POST' })
      expect(options.body.data.userVerification).toBe('required')
      expect((await people.signInByPasskey(other, device, { isUserVerified: false })).status).toBe(
        400,
      )
      expect(await people.isSignedIn(other)).toBe(false)
    })

    test('is asked anew each time: an answer counts once, and for five minutes', async () => {
      const { browser } = await people.signedIn()
      const { device } = await people.addPasskey(browser)
      const other = people.newBrowser()
      const { data } = (await other.ask(api.signInPasskeyOptions.path, { method: 'POST' })).body
      // As devices do that do not count.
      const payload = { response: device.signIn(data, { uses: 0 }) }
      const kept = new Map(other.cookies)
      expect((await other.ask(api.signInPasskey.path, { payload })).status).toBe(200)
      const repeat = people.newBrowser()
      for (const [name, value] of kept) repeat.cookies.set(name, value)
      expect((await repeat.ask(api.signInPasskey.path, { payload })).status).toBe(401)

      const late = people.newBrowser()
      const asked = (await late.ask(api.signInPasskeyOptions.path, { method: 'POST' })).body.data
      await db().update(accountLinks).set({ expiresAt: sql`now() - interval '1 second'` })
      const lateResponse = { response: device.signIn(asked) }
      expect((await late.ask(api.signInPasskey.path, { payload: lateResponse })).status).toBe(401)
      // Nor does what was asked for one purpose serve another.
      const forNew = (await browser.ask(api.passkeyOptions.path, { method: 'POST' })).body.data
      const wrongUse = { response: device.signIn(forNew) }
      expect((await browser.ask(api.signInPasskey.path, { payload: wrongUse })).status).toBe(401)
      // Nor one person another, who signs in between: the device is known, and must not be theirs.
      const again = (await browser.ask(api.passkeyOptions.path, { method: 'POST' })).body.data
      expect(again.excludeCredentials).toMatchObject([{ id: device.id }])
      const { email } = await people.newUser()
      expect((await people.enterPassword(browser, email)).status).toBe(200)
      const taken = { response: people.newDevice().register(again) }
      expect((await browser.ask(api.addPasskey.path, { payload: taken })).status).toBe(400)
    })

    test('that counts less than it did before was copied, and signs nobody in', async () => {
      const { browser } = await people.signedIn()
      const { device } = await people.addPasskey(browser)
      const other = people.newBrowser()
      expect((await people.signInByPasskey(other, device)).status).toBe(200)
      expect((await people.signInByPasskey(other, device, { uses: 1 })).status).toBe(401)
    })

    test('has a name, which its owner alone changes, and removes', async () => {
      const { browser } = await people.signedIn()
      await people.addPasskey(browser)
      const { browser: other } = await people.signedIn()
      const [{ id }] = (await browser.ask(api.secondFactors.path)).body.data.passkeys
      const rename = (who: ApiBrowser, name: string) =>
        who.ask(passkeyPath(id), { method: 'PATCH', payload: { name } })
      const none = { code: 'not_found', message: 'You don’t have this passkey.' }
      expect((await rename(other, 'Mine now')).body).toMatchObject(none)
      expect((await other.ask(passkeyPath(id), { method: 'DELETE' })).body).toMatchObject(none)
      expect((await rename(browser, '  ')).body.fields.name).toBe('Please enter a name.')
      expect((await rename(browser, 'Blue key')).status).toBe(204)
      expect((await browser.ask(api.secondFactors.path)).body.data.passkeys).toMatchObject([
        { id, name: 'Blue key' },
      ])
      expect((await browser.ask(passkeyPath(id), { method: 'DELETE' })).status).toBe(204)
      expect((await browser.ask(api.secondFactors.path)).body.data).toMatchObject({
        passkeys: [],
        recoveryCodesLeft: 0,
      })
      // Nor does the session count as one that was begun with a second factor any more.
      const required = { method: 'PUT', payload: { requiresSecondFactor: true } } as const
      expect((await browser.ask(api.accountSettings.read.path, required)).status).toBe(409)
    })

    test.each([
      [undefined, false],
      ['http://localhost', true],
      ['http://localhost:3000', true],
      ['http://localhost.evil.example', false],
      ['https://evil.example/http://localhost', false],
    ])('is taken from any port of this machine alone: %s', (origin, isTaken) => {
      expect(passkeyOrigin('http://127.0.0.1:3000', origin)).toBe(isTaken ? origin : '')
      const ofSite = 'https://breezeway.example'
      expect(passkeyOrigin(ofSite, origin)).toBe(ofSite)
    })

    test('cannot be asked for at a site that has no https, and the answer says why', async () => {
      const config = testConfig()
      const site = { ...config.site, url: 'http://breezeway.example' }
      const plain = await buildTestApp(database.handle(), { config: { ...config, site } })
      const plainPeople = factorPeople(() => plain, db)
      const { email } = await plainPeople.newUser()
      const browser = plainPeople.newBrowser({ origin: site.url, host: 'breezeway.example' })
      await plainPeople.enterPassword(browser, email)
      const passkeyProblem =
        'Passkeys need an encrypted connection. They work once the site’s address begins with https.'
      for (const path of [api.signInPasskeyOptions.path, api.passkeyOptions.path]) {
        const refused = await browser.ask(path, { method: 'POST' })
        expect([refused.status, refused.body.message]).toEqual([409, passkeyProblem])
      }
      const { data } = (await browser.ask(api.secondFactors.path)).body
      expect(data).toMatchObject({ passkeyHost: 'breezeway.example', passkeyProblem })
      await plain.close()
    })

    test('cannot be had at a number, and the answer says why', () => {
      expect(passkeySite('https://192.0.2.1').problem).toContain('a domain name')
    })
  })
})
