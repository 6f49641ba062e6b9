import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { accountSite } from '#tests/support/accounts/account-site.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { accountLinks } from '../db/tables/schema.ts'

/** One request more than any of the limits of before let through. */
const many = Array.from({ length: 61 }, (_, place) => place)

const newPassword = 'lantern orchard seventeen'

describeOnDatabase('what strangers do', (database) => {
  const { ask, nextMail, mailsTo, addMember, signIn } = accountSite(database)
  const { entriesOf } = auditReader(() => database.handle())

  const forgot = (email: string, from: string) =>
    ask('POST', api.forgotPassword.path, { as: '', from, body: { email } })

  const letPass = (minutes: number) =>
    database
      .handle()
      .db.update(accountLinks)
      .set({
        createdAt: sql`${accountLinks.createdAt} - ${minutes}::int * interval '1 minute'`,
        expiresAt: sql`${accountLinks.expiresAt} - ${minutes}::int * interval '1 minute'`,
      })

  const reset = (token: string) =>
    ask('POST', api.resetPassword.path, { as: '', body: { token, password: newPassword } })

  test('three of them keep nobody from the mail that sets a new password', async () => {
    const email = 'besieged@team.example'
    await addMember(email)
    const strangers = ['192.0.2.1', '198.51.100.1', '203.0.113.1']
    await Promise.all(strangers.map((from) => forgot(email, from)))
    await expect.poll(() => mailsTo(email)).toBe(1)
    const { token } = await nextMail(email, /Set a new password/)

    // While no other mail comes, the one that has come works.
    await letPass(9)
    await forgot(email, '192.0.2.9')
    await letPass(2)
    await forgot(email, '192.0.2.9')
    const second = await nextMail(email, /Set a new password/)
    // And goes on to: to ask again takes the link from nobody who has it open.
    expect((await reset(token)).status).toBe(204)
    expect((await reset(second.token)).status).toBe(403)
    expect(await signIn(email, newPassword)).toContain('session')
    await nextMail(email, /password was changed/)
    expect(mailsTo(email)).toBe(0)
  })

  test('nobody is kept out by what others ask from the same address', async () => {
    const email = 'neighbour@team.example'
    const from = '203.0.113.77'
    const { cookie } = await addMember(email)
    for (const place of many) {
      expect((await forgot(`nobody-${place}@team.example`, from)).status).toBe(204)
    }
    expect((await forgot(email, from)).status).toBe(204)
    const { token } = await nextMail(email, /Set a new password/)

    const invited = 'invited@team.example'
    await ask('POST', api.invite.path, { body: { email: invited, role: 'editor' } })
    const invitation = await nextMail(invited, /invited/)
    await ask('POST', api.myEmail.path, { as: cookie, body: { email: 'moved@team.example' } })
    const moved = await nextMail('moved@team.example', /Confirm/)
    const right = {
      [api.openInvitation.path]: { token: invitation.token },
      [api.acceptInvitation.path]: {
        token: invitation.token,
        name: 'Ada Lee',
        password: newPassword,
      },
      [api.confirmEmail.path]: { token: moved.token },
    }
    const wrong = { token: 'wrong', name: 'Ada Lee', email: 'a@b.example', password: newPassword }
    for (const url of [
      ...Object.keys(right),
      api.resetPassword.path,
      api.setup.path,
      api.setupCheck.path,
    ]) {
      for (const _ of many.slice(0, 31)) {
        const { status } = await ask('POST', url, { as: '', from, body: wrong })
        expect([url, status]).toEqual([url, 403])
      }
    }
    const body = { token, password: newPassword }
    // A change of the password ends the link to the new address, so that comes last.
    for (const [url, body] of Object.entries(right)) {
      expect([url, (await ask('POST', url, { as: '', from, body })).status]).toEqual([url, 200])
    }
    expect((await ask('POST', api.resetPassword.path, { as: '', from, body })).status).toBe(403)
  })

  test('who has the right link is told of, however many entries others have caused', async () => {
    const email = 'told@team.example'
    await addMember(email)
    await forgot(email, '192.0.2.5')
    const { token } = await nextMail(email, /Set a new password/)
    for (const _ of many) await forgot('nobody@team.example', '203.0.113.99')
    const entries = await entriesOf(() =>
      ask('POST', api.resetPassword.path, {
        as: '',
        from: '203.0.113.99',
        body: { token, password: newPassword },
      }),
    )
    expect(entries).toMatchObject([{ action: 'password.reset', result: 'done', subject: email }])
  })
})
