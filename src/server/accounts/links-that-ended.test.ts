import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { addUser, testPassword } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { accountLinks, users } from '../db/tables/schema.ts'
import { accessTable } from '../http/access.ts'
import { issueSetupLink } from './first-admin.ts'
import { askForEmail, askForPassword } from './my-account.ts'
import { invite, listInvitations } from './team.ts'
import { createUser, resetPassword } from './users.ts'

const newAddress = () => `${crypto.randomUUID()}@example.com`

const password = 'another horse battery'

/** What is sent to each call that takes the secret of a link. */
const calls: Record<string, object> = {
  [api.setupCheck.path]: {},
  [api.setup.path]: { email: newAddress(), password },
  [api.resetPassword.path]: { password },
  [api.confirmEmail.path]: {},
  [api.openInvitation.path]: {},
  [api.acceptInvitation.path]: { name: 'Eve', password },
}

describeOnDatabase('a link to an account', (database) => {
  const { ask, db } = adminSite(database)

  type Person = Awaited<ReturnType<typeof addUser>>
  const links = {
    invitation: (by: Person) => invite(db(), { email: newAddress(), role: 'admin', by }),
    password: (of: Person) => askForPassword(db(), of.email),
    email: (of: Person) => askForEmail(db(), of.id, newAddress()),
    setup: async () => (await issueSetupLink(db(), '')).split('#')[1],
  }

  const disable = ({ id }: Person) =>
    ask('PATCH', pathTo(api.changeMember, { userId: id }), { isDisabled: true })
  const lower = ({ id }: Person) =>
    ask('PATCH', pathTo(api.changeMember, { userId: id }), { role: 'editor' })
  const remove = ({ id }: Person) => ask('DELETE', pathTo(api.removeMember, { userId: id }))
  const renewPassword = ({ email }: Person) => resetPassword(db(), email, testPassword)
  const takeBack = async () => {
    for (const { id } of await listInvitations(db()))
      await ask('DELETE', pathTo(api.withdrawInvitation, { invitationId: id }))
  }
  const makeAdmin = () => createUser(db(), { email: newAddress(), password, role: 'admin' })

  test('every call that takes the secret of a link is tried here', () => {
    const paths = accessTable.flatMap(({ path, who }) =>
      who === 'secret' && path.startsWith('/api/') ? [path] : [],
    )
    expect(Object.keys(calls).sort()).toEqual(paths.sort())
  })

  const ends: [keyof typeof links, string, (person: Person) => Promise<unknown>][] = [
    ['invitation', 'its inviter was disabled', disable],
    ['invitation', 'its inviter was removed', remove],
    ['invitation', 'its inviter is no admin any more', lower],
    ['invitation', 'it was taken back', takeBack],
    ['password', 'the account was disabled', disable],
    ['password', 'the account was removed', remove],
    ['password', 'a new password was set', renewPassword],
    ['email', 'the account was disabled', disable],
    ['email', 'the account was removed', remove],
    ['email', 'a new password was set', renewPassword],
    ['email', 'a newer one was asked for', (person) => links.email(person)],
    ['setup', 'there is an admin', makeAdmin],
  ]

  test.each(ends)('for %s does nothing once %s', async (kind, _name, happen) => {
    const person = await addUser(db(), newAddress(), 'admin')
    const token = await links[kind](person)
    expect(token).toMatch(/^[\w-]{32,}$/)
    await happen(person)
    for (const [url, body] of Object.entries(calls)) {
      const { status, body: answer } = await ask('POST', url, { ...body, token })
      expect([url, status, answer.code]).toEqual([url, 403, 'not_allowed'])
    }
    const listed = await listInvitations(db())
    expect(listed.filter(({ isExpired }) => !isExpired)).toEqual([])
  })

  test.each<[string, keyof typeof links, object, object]>([
    ['disabled, and enabled again', 'invitation', { isDisabled: true }, { isDisabled: false }],
    ['disabled, and enabled again', 'password', { isDisabled: true }, { isDisabled: false }],
    ['disabled, and enabled again', 'email', { isDisabled: true }, { isDisabled: false }],
    ['lowered, and an admin again', 'invitation', { role: 'editor' }, { role: 'admin' }],
  ])('of a person who is %s does nothing (%s)', async (_name, kind, change, undo) => {
    const person = await addUser(db(), newAddress(), 'admin')
    const other = await addUser(db(), newAddress(), 'admin')
    const [token, kept] = [await links[kind](person), await links[kind](other)]
    // As an earlier version left one behind.
    await db().update(users).set({ disabledAt: new Date() }).where(eq(users.id, other.id))
    await ask('PATCH', pathTo(api.changeMember, { userId: person.id }), change)
    expect(await db().$count(accountLinks, eq(accountLinks.userId, person.id))).toBe(0)
    for (const [id, payload] of [
      [person.id, undo],
      [other.id, { isDisabled: false }],
    ] as const) {
      expect((await ask('PATCH', pathTo(api.changeMember, { userId: id }), payload)).status).toBe(
        204,
      )
    }
    for (const [url, body] of Object.entries(calls)) {
      for (const ended of [token, kept]) {
        expect([url, (await ask('POST', url, { ...body, token: ended })).status]).toEqual([
          ...[url, 403],
        ])
      }
    }
  })

  test('stays an invitation whatever its inviter’s password is', async () => {
    const by = await addUser(db(), newAddress(), 'admin')
    const token = await links.invitation(by)
    await renewPassword(by)
    expect((await ask('POST', api.openInvitation.path, { token })).status).toBe(200)
  })
})
