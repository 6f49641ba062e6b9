import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { deliveries, users } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { afterYes } from '#tests/support/leads/after-yes.ts'
import { referralSite } from '#tests/support/suite-site.ts'

describeOnDatabase('a note that names a colleague', (database) => {
  const { db, ask, site } = referralSite(database)
  const { historyOf } = afterYes(db, site)
  const member = (name: string, more = {}) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@team.example`
    return { id: name, name, email, passwordHash: '', role: 'admin' as const, ...more }
  }
  beforeAll(async () => {
    const gone = { disabledAt: new Date() }
    await db()
      .insert(users)
      .values([
        ...[member('Ana'), member('Ana Maria'), member('A. (B) $&'), member('Gone', gone)],
        member('Ed', { role: 'editor' }),
        member('plain', { name: 'plain@team.example' }),
      ])
  })

  /** Who is told of a note on a new request. */
  async function toldOf(text: string, fields = {}) {
    const leadId = await site.sendLead(fields)
    const answer = await ask('POST', leadPath(apiPaths.leadNotes, leadId), { text })
    expect([answer.status, answer.data.text]).toEqual([201, text])
    const rows = await db()
      .select({ to: deliveries.target, isUrgent: deliveries.isUrgent })
      .from(deliveries)
      .where(eq(deliveries.channel, 'mention'))
    await db().delete(deliveries)
    const told = rows.map(({ to }) => to.replace('@team.example', '')).toSorted()
    return { leadId, told, isUrgent: rows[0]?.isUrgent }
  }

  test.each([
    ['Please call back, @Ana', ['ana']],
    ['(@ana maria) and @Ana Maria again', ['ana.maria']],
    ['@Ana, @Ana Maria: and @plain@team.example.', ['ana', 'ana.maria', 'plain']],
    ['@A. (B) $& knows', ['a..(b).$&']],
    ['@Anabel, Ana, olga@Ana.example, @ Ana', []],
    ['@Gone and @Ed are no colleagues who can read it', []],
    ['@', []],
  ])('%s', async (text, told) => {
    expect((await toldOf(text)).told).toEqual(told)
  })

  test('is told by a mail with a link, and nothing that anybody wrote; not its author', async () => {
    const { id: me } = (await ask('GET', apiPaths.currentUser)).data
    await db().update(users).set({ name: 'Dana' }).where(eq(users.id, me))
    const service = 'emergency-hvac'
    const { leadId, told, isUrgent } = await toldOf('@Ana and @Dana: the dog bites', { service })
    expect([told, isUrgent]).toEqual([['ana'], true])
    const mail = () => site.mails('mention', { id: 0 }, leadId, 'ana@team.example')
    expect(await mail()).toMatchObject({
      wanted: { kind: 'mention', leadId, service, by: expect.stringMatching(/^Dana \(/) },
    })
    expect(JSON.stringify(await mail())).not.toMatch(/dog|Greta/)
    expect((await historyOf(leadId)).slice(-2)).toEqual([
      'noted',
      'mentioned Ana (ana@team.example)',
    ])
    await db().update(users).set({ disabledAt: new Date() }).where(eq(users.id, 'Ana'))
    expect(await mail()).toHaveProperty('cancelled')
  })
})
