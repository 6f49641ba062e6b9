import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { accountSite, ownerEmail } from '#tests/support/accounts/account-site.ts'
import { testPassword } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { accountLinks } from '../db/tables/schema.ts'

const newPassword = 'lantern orchard seventeen'

describeOnDatabase('one’s own account', (database) => {
  const { ask, signIn, isSignedIn, nextMail, mailsTo, addMember } = accountSite(database)

  test('a person sees where they are signed in, and ends it, but only their own', async () => {
    const { cookie } = await addMember('travels@team.example')
    const phone = await signIn('travels@team.example')
    const tablet = await signIn('travels@team.example')
    const list = async () => (await ask('GET', api.mySessions.path, { as: phone })).json.data
    const sessions = await list()
    expect(sessions).toHaveLength(3)
    expect(sessions.map(({ isThis }: { isThis: boolean }) => isThis)).toEqual([true, false, false])
    expect(sessions[0]).toMatchObject({ userAgent: 'Firefox of a test', address: '127.0.0.1' })

    // Somebody else cannot end it.
    expect(
      (await ask('DELETE', pathTo(api.endSession, { sessionId: sessions[0].id }))).status,
    ).toBe(204)
    expect(await isSignedIn(phone)).toBe(200)
    const end = async (path: string) => (await ask('DELETE', path, { as: phone })).status
    expect(await end(pathTo(api.endSession, { sessionId: sessions[1].id }))).toBe(204)
    expect([await isSignedIn(cookie), await isSignedIn(tablet)].sort()).toEqual([200, 401])
    expect(await end(api.mySessions.path)).toBe(204)
    expect([await isSignedIn(cookie), await isSignedIn(tablet)]).toEqual([401, 401])
    expect(await list()).toHaveLength(1)
  })

  test('a new password needs the present one, ends every other session, and is told by mail', async () => {
    const email = 'careful@team.example'
    const { cookie } = await addMember(email)
    const other = await signIn(email)
    const change = (currentPassword: string, password: string) =>
      ask('POST', api.myPassword.path, { as: cookie, body: { currentPassword, password } })
    expect((await change('not the present one', newPassword)).json.fields).toEqual({
      currentPassword: 'This isn’t your current password.',
    })
    expect((await change('', newPassword)).json.fields).toEqual({
      currentPassword: 'Please enter your current password.',
    })
    expect((await change(testPassword, 'short')).json.fields.password).toMatch(/at least 12/)
    expect((await change(testPassword, newPassword)).status).toBe(204)
    expect([await isSignedIn(cookie), await isSignedIn(other)]).toEqual([200, 401])
    expect(await signIn(email, newPassword)).toContain('session')
    expect(await signIn(email)).toMatch(/^401/)
    await nextMail(email, /password was changed/)
  })

  test('a new address counts once it is confirmed, and the old one is told', async () => {
    const email = 'moves@team.example'
    const { cookie } = await addMember(email)
    const askFor = (wanted: string) =>
      ask('POST', api.myEmail.path, { as: cookie, body: { email: wanted } })
    expect((await askFor(ownerEmail)).json.fields).toEqual({
      email: 'Another account has this address.',
    })
    expect((await askFor('moved@team.example')).json.data.outcome).toBe('sent')
    const { token } = await nextMail('moved@team.example', /Confirm your address/)
    expect(await signIn('moved@team.example')).toMatch(/^401/)
    const confirm = () => ask('POST', api.confirmEmail.path, { as: '', body: { token } })
    expect((await confirm()).json.data).toEqual({ email: 'moved@team.example' })
    expect((await confirm()).status).toBe(403)
    await nextMail(email, /address was changed/)
    expect(await signIn(email)).toMatch(/^401/)
    expect((await ask('GET', api.currentUser.path, { as: cookie })).json.data).toMatchObject({
      email: 'moved@team.example',
      // Without a name of their own they are called by the address.
      name: 'moved@team.example',
    })
  })

  test('an address that was given to another account in the meantime is not confirmed', async () => {
    const { cookie } = await addMember('slow@team.example')
    await ask('POST', api.myEmail.path, { as: cookie, body: { email: 'wanted@team.example' } })
    const { token } = await nextMail('wanted@team.example', /Confirm your address/)
    await addMember('wanted@team.example')
    const answer = await ask('POST', api.confirmEmail.path, { as: '', body: { token } })
    expect([answer.status, answer.json.message]).toEqual([409, 'Another account has this address.'])
  })

  test('a forgotten password is set anew by a link that works once, for half an hour', async () => {
    const { db } = database.handle()
    const email = 'forgets@team.example'
    const { cookie } = await addMember(email)
    const forgot = (who: string) =>
      ask('POST', api.forgotPassword.path, { as: '', body: { email: who } })
    const reset = (token: string, password = newPassword) =>
      ask('POST', api.resetPassword.path, { as: '', body: { token, password } })

    expect((await forgot(email)).status).toBe(204)
    const { link, token } = await nextMail(email, /Set a new password/)
    expect(link).toMatch(/\/admin\/new-password#[\w-]{43}$/)
    await db
      .update(accountLinks)
      .set({ expiresAt: sql`${accountLinks.expiresAt} - interval '31 minutes'` })
    expect((await reset(token)).status).toBe(403)
    await db
      .update(accountLinks)
      .set({ expiresAt: sql`${accountLinks.expiresAt} + interval '31 minutes'` })
    expect((await reset(token, 'unbelievable')).json.fields.password).toMatch(
      /^This is one of the most common passwords/,
    )
    const done = await reset(token)
    expect(done.status).toBe(204)
    // This browser is known from now on.
    expect(done.cookie).toMatch(/^breezeway-browser-/)
    expect((await reset(token)).status).toBe(403)
    await nextMail(email, /password was changed/)
    expect(await isSignedIn(cookie)).toBe(401)
    expect(await signIn(email, newPassword)).toContain('session')
  })

  test('who asks for a link learns nothing of who has an account', async () => {
    const email = 'quiet@team.example'
    const disabled = 'disabled@team.example'
    await addMember(email)
    const { id } = await addMember(disabled)
    await ask('PATCH', pathTo(api.changeMember, { userId: id }), { body: { isDisabled: true } })
    const answers = []
    for (const who of ['nobody@team.example', disabled, email, email, email, email]) {
      answers.push(await ask('POST', api.forgotPassword.path, { as: '', body: { email: who } }))
    }
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 204])
    await expect.poll(() => mailsTo(email)).toBe(1)
    await ask('POST', api.forgotPassword.path, { as: '', body: { email: ownerEmail } })
    await nextMail(ownerEmail, /Set a new password/)
    expect(['nobody@team.example', disabled, email].map(mailsTo)).toEqual([0, 0, 1])
  })

  test('who asks for one address after the other has to wait, and nothing more is sent', async () => {
    const { cookie } = await addMember('restless@team.example')
    const askFor = (email: string) => ask('POST', api.myEmail.path, { as: cookie, body: { email } })
    for (let place = 1; place <= 10; place += 1) {
      expect((await askFor(`${place}@team.example`)).status).toBe(200)
    }
    const refused = await askFor('eleventh@team.example')
    expect([refused.status, refused.json.message]).toEqual([
      429,
      'You’ve tried a lot of addresses. Please wait a few minutes before the next one.',
    ])
    expect(mailsTo('eleventh@team.example')).toBe(0)
  })

  test('the pages for those who are not signed in know whether there is an admin, and mail', async () => {
    const help = async (on: 'site' | 'site without mail') =>
      (await ask('GET', api.signInHelp.path, { as: '', on })).json.data
    expect(await help('site')).toEqual({ hasAdmin: true, sendsMail: true })
    expect(await help('site without mail')).toEqual({ hasAdmin: true, sendsMail: false })
  })
})
