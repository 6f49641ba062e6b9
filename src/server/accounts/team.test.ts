import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { accountSite, ownerEmail } from '#tests/support/accounts/account-site.ts'
import { describeOnDatabase, untilWaiting } from '#tests/support/databases.ts'
import { accountLinks, users } from '../db/tables/schema.ts'

const newPassword = 'lantern orchard seventeen'

describeOnDatabase('the team', (database) => {
  const { ask, signIn, signOwnerIn, isSignedIn, nextMail, setMood, readTeam, memberId, addMember } =
    accountSite(database)

  test('somebody who is invited by mail makes their account and is signed in, once', async () => {
    await ask('PATCH', api.changeName.path, { body: { name: '  Maria Ortiz ' } })
    const invited = await ask('POST', api.invite.path, {
      body: { email: 'Dana@Team.example ', role: 'editor' },
    })
    expect(invited.json.data).toMatchObject({ outcome: 'sent', problem: null, link: null })
    const { text, link, token } = await nextMail('dana@team.example', /invited/)
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/admin\/invitation#[\w-]{43}$/)
    expect(text).toContain(`Maria Ortiz (${ownerEmail}) invites you`)
    expect((await readTeam()).invitations).toMatchObject([
      {
        id: invited.json.data.id,
        email: 'dana@team.example',
        role: 'editor',
        isExpired: false,
        invitedBy: `Maria Ortiz (${ownerEmail})`,
      },
    ])

    const opened = await ask('POST', api.openInvitation.path, { as: '', body: { token } })
    expect(opened.json.data).toEqual({
      email: 'dana@team.example',
      role: 'editor',
      invitedBy: `Maria Ortiz (${ownerEmail})`,
    })
    const accept = (name: string, password = newPassword) =>
      ask('POST', api.acceptInvitation.path, { as: '', body: { token, name, password } })
    expect((await accept('Dana Reyes', 'unbelievable')).json.fields.password).toMatch(
      /^This is one of the most common passwords/,
    )
    expect((await accept(' ')).json.fields).toEqual({ name: 'Please enter a name.' })
    const accepted = await accept('Dana Reyes')
    expect(accepted.json.data).toMatchObject({ name: 'Dana Reyes', role: 'editor' })
    expect((await ask('GET', api.currentUser.path, { as: accepted.cookie })).json.data.email).toBe(
      'dana@team.example',
    )
    expect((await accept('Again')).json.message).toMatch(/^This link doesn’t work/)
    expect((await ask('POST', api.openInvitation.path, { as: '', body: { token } })).status).toBe(
      403,
    )
    expect(await signIn('dana@team.example', newPassword)).toContain('session')
    const { members, invitations } = await readTeam()
    expect(invitations).toEqual([])
    expect(members.map(({ name }: { name: string }) => name)).toEqual(['Maria Ortiz', 'Dana Reyes'])
  })

  test('two people who open an invitation at once do not both get in', async () => {
    await ask('POST', api.invite.path, { body: { email: 'two@team.example', role: 'editor' } })
    const { token } = await nextMail('two@team.example', /invited/)
    // It is good for nothing else: least of all for the account of whoever sent it.
    for (const path of [api.resetPassword.path, api.confirmEmail.path]) {
      const body = { token, password: newPassword }
      expect([path, (await ask('POST', path, { as: '', body })).status]).toEqual([path, 403])
    }
    const accept = (name: string) =>
      ask('POST', api.acceptInvitation.path, {
        as: '',
        body: { token, name, password: newPassword },
      })
    const answers = await Promise.all([accept('One'), accept('Two')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  test('an invitation is over once somebody has its address, and the answer says so', async () => {
    const email = 'taken@team.example'
    await ask('POST', api.invite.path, { body: { email, role: 'editor' } })
    const { token } = await nextMail(email, /invited/)
    await addMember(email)
    const body = { token, name: 'Taken', password: newPassword }
    const refused = await ask('POST', api.acceptInvitation.path, { as: '', body })
    expect([refused.status, refused.json.fields]).toEqual([
      409,
      { email: 'Another account has this address.' },
    ])
    await database.handle().db.delete(accountLinks)
  })

  test('an invitation is replaced by the next one, withdrawn, and over after a week', async () => {
    const { db } = database.handle()
    const email = 'later@team.example'
    const invite = async () => {
      await ask('POST', api.invite.path, { body: { email, role: 'admin' } })
      return (await nextMail(email, /invited/)).token
    }
    const open = async (token: string) =>
      (await ask('POST', api.openInvitation.path, { as: '', body: { token } })).status
    const first = await invite()
    const second = await invite()
    expect([await open(first), await open(second)]).toEqual([403, 200])
    const atOnce = [1, 2, 3].map(() =>
      ask('POST', api.invite.path, { body: { email, role: 'editor' } }),
    )
    expect((await Promise.all(atOnce)).map(({ status }) => status)).toEqual([200, 200, 200])
    const tokens = []
    for (const _sent of atOnce) tokens.push((await nextMail(email, /invited/)).token)
    const opened = await Promise.all(tokens.map(open))
    expect(opened.filter((status) => status === 200)).toHaveLength(1)
    const [{ id }] = (await readTeam()).invitations
    expect((await ask('DELETE', pathTo(api.withdrawInvitation, { invitationId: id }))).status).toBe(
      204,
    )
    expect((await ask('DELETE', pathTo(api.withdrawInvitation, { invitationId: id }))).status).toBe(
      404,
    )
    expect(await open(second)).toBe(403)

    const third = await invite()
    const daysLeft = sql<number>`extract(epoch from ${accountLinks.expiresAt} - now()) / 86400`
    const [link] = await db
      .select({ daysLeft: daysLeft.mapWith(Number) })
      .from(accountLinks)
      .where(eq(accountLinks.email, email))
    expect(link?.daysLeft).toBeCloseTo(7, 1)
    await db.update(accountLinks).set({ expiresAt: sql`now() - interval '1 second'` })
    expect(await open(third)).toBe(403)
    expect((await readTeam()).invitations[0]).toMatchObject({
      email,
      role: 'admin',
      isExpired: true,
    })
    await db.delete(accountLinks)
  })

  test('where no mail leaves, the admin gets the link to hand on; who has an account is not invited', async () => {
    const invite = (email: string, on: 'site' | 'site without mail' = 'site') =>
      ask('POST', api.invite.path, { body: { email, role: 'editor' }, on })
    const kept = (await invite('kept@team.example', 'site without mail')).json.data
    expect(kept.outcome).toBe('kept')
    expect(kept.link).toMatch(/\/admin\/invitation#[\w-]{43}$/)
    setMood('refuse')
    const failed = (await invite('failed@team.example')).json.data
    setMood('accept')
    expect(failed).toMatchObject({ outcome: 'failed', problem: expect.stringMatching(/\w/) })
    expect(failed.link).not.toBe(kept.link)
    const again = await invite(ownerEmail)
    expect([again.status, again.json.fields.email]).toEqual([
      409,
      'This address already has an account.',
    ])
    await database.handle().db.delete(accountLinks)
  })

  test('an admin changes what a member may do, disables them at once, and removes them', async () => {
    const { id, cookie } = await addMember('works@team.example')
    const change = (body: object) =>
      ask('PATCH', pathTo(api.changeMember, { userId: id }), { body })
    expect((await ask('GET', api.team.path, { as: cookie })).status).toBe(403)
    expect((await change({ role: 'admin' })).status).toBe(204)
    expect((await ask('GET', api.team.path, { as: cookie })).status).toBe(200)

    expect((await change({ isDisabled: true })).status).toBe(204)
    expect(await isSignedIn(cookie)).toBe(401)
    expect(await signIn('works@team.example')).toBe(
      '403 This account is disabled. Please ask an admin of this site.',
    )
    expect(await signIn('works@team.example', 'a wrong password')).toBe(
      '401 The email address or the password is wrong.',
    )
    expect((await change({ isDisabled: false })).status).toBe(204)
    const back = await signIn('works@team.example')
    expect(await isSignedIn(back)).toBe(200)

    expect((await ask('DELETE', pathTo(api.removeMember, { userId: id }))).status).toBe(204)
    expect(await isSignedIn(back)).toBe(401)
    for (const gone of [
      await change({ role: 'editor' }),
      await ask('DELETE', pathTo(api.removeMember, { userId: id })),
    ]) {
      expect([gone.status, gone.json.message]).toEqual([
        404,
        'That person is no longer on the team.',
      ])
    }
    expect((await change({})).status).toBe(400)
  })

  test('there is always an admin who can sign in, whoever changes whom at once', async () => {
    const { db } = database.handle()
    const ownerId = await memberId(ownerEmail)
    const refused =
      'This is the only admin. Make someone else an admin first, so someone can handle the requests.'
    // An admin who is disabled could not handle the requests either.
    const disabled = await addMember('resting-admin@team.example', 'admin')
    await ask('PATCH', pathTo(api.changeMember, { userId: disabled.id }), {
      body: { isDisabled: true },
    })
    for (const body of [{ role: 'editor' }, { isDisabled: true }]) {
      const answer = await ask('PATCH', pathTo(api.changeMember, { userId: ownerId }), { body })
      expect([answer.status, answer.json?.message]).toEqual([409, refused])
    }
    expect((await ask('DELETE', pathTo(api.removeMember, { userId: ownerId }))).status).toBe(409)

    const other = await addMember('second-admin@team.example', 'admin')
    // Both have been let in before either is stored: they wait for what this transaction holds. The
    // answers are in an object, or it would wait for them.
    const both = await db.transaction(async (tx) => {
      await tx.select().from(users).for('no key update')
      const answers = Promise.all([
        ask('PATCH', pathTo(api.changeMember, { userId: other.id }), { body: { role: 'editor' } }),
        ask('PATCH', pathTo(api.changeMember, { userId: ownerId }), {
          body: { isDisabled: true },
          as: other.cookie,
        }),
      ])
      await untilWaiting(db, 2)
      return { answers }
    })
    const [mine, theirs] = await both.answers
    expect([mine.status, theirs.status].sort()).toEqual([204, 409])
    const admins = sql`${users.role} = 'admin' and ${users.disabledAt} is null`
    expect(await db.select().from(users).where(admins)).toHaveLength(1)

    await db.update(users).set({ disabledAt: null, role: 'admin' }).where(eq(users.id, ownerId))
    await db.delete(users).where(eq(users.id, other.id))
    await signOwnerIn()
  })
})
