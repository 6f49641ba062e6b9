import { eq, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { addUser, signInAs } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { accountLinks, type LinkPurpose, sessions, users } from '../db/tables/schema.ts'
import { deleteOldLinks } from './account-links.ts'
import { deleteExpiredSessions } from './account-sessions.ts'

describeOnDatabase('cleaning up', (database) => {
  const { app, db } = adminSite(database)
  test('deletes expired sessions and no others', async () => {
    const [expired] = await db().select().from(sessions)
    const cookie = await signInAs(app(), db(), 'admin')
    await db()
      .update(sessions)
      .set({ expiresAt: sql`now() - interval '1 minute'` })
      .where(eq(sessions.id, expired?.id ?? ''))
    await deleteExpiredSessions(db())
    const left = (await db().select().from(sessions)).map(({ id }) => id)
    expect([left.length, left.includes(expired?.id ?? '')]).toEqual([1, false])
    const me = await app().inject({ url: api.currentUser.path, headers: { cookie } })
    expect(me.statusCode).toBe(200)
  })

  test('leaves each person the fifty sessions that they used last', async () => {
    const [one, other] = ['one@example.com', 'other@example.com']
    for (const email of [one, other]) await addUser(db(), email, 'admin')
    await db().execute(sql`
      insert into ${sessions} (id, token, user_id, expires_at, last_used_at)
      select email || n, email || n, id, now() + interval '1 day', now() - n * interval '1 minute'
      from ${users}, generate_series(1, case email when ${one} then 52 else 50 end) n
      where email in (${one}, ${other})`)
    await deleteExpiredSessions(db())
    const ids = (await db().select({ id: sessions.id }).from(sessions)).map(({ id }) => id)
    expect(ids.filter((id) => id.startsWith(one))).toHaveLength(50)
    expect([ids.includes(`${one}50`), ids.includes(`${one}51`)]).toEqual([true, false])
    expect(ids.filter((id) => id.startsWith(other))).toHaveLength(50)
    await db().delete(sessions).where(like(sessions.id, '%@example.com%'))
  })

  test('deletes links for a password when they have ended, and shows invitations for a month', async () => {
    const link = (purpose: LinkPurpose, days: number) => ({
      tokenHash: `${purpose} ${days}`,
      purpose,
      email: `${purpose}-${days}@example.com`,
      expiresAt: new Date(Date.now() - days * 86_400_000),
    })
    await db()
      .insert(accountLinks)
      .values([
        ...[link('password-reset', -1), link('password-reset', 1), link('email-change', 1)],
        ...[link('invitation', 29), link('invitation', 31), link('setup', -1), link('setup', 1)],
      ])
    await deleteOldLinks(db())
    const left = (await db().select().from(accountLinks)).map(({ tokenHash }) => tokenHash)
    expect(left.sort()).toEqual(['invitation 29', 'password-reset -1', 'setup -1'])
  })

  test('remembers of passkeys that were asked for the newest ten thousand', async () => {
    await db().execute(sql`
      insert into ${accountLinks} (token_hash, purpose, email, expires_at, created_at)
      select 'asked ' || n, 'passkey', '',
        now() + interval '5 minutes', now() - n * interval '1 millisecond'
      from generate_series(1, 10002) n`)
    await deleteOldLinks(db())
    const left = (await db().select().from(accountLinks)).map(({ tokenHash }) => tokenHash)
    expect([left.includes('asked 10000'), left.includes('asked 10001')]).toEqual([true, false])
    expect(left).toContain('password-reset -1')
  })
})
