import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { deliveries, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { createBuiltRenderer } from '#/server/render/built-renderer.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { queueFollowUps } from './follow-ups.ts'

const day = 24 * 3_600_000

describeOnDatabase('the mail that asks how it went', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })

  const turn = (sendsMails: boolean) => site.ask('PUT', apiPaths.visitorMails, { sendsMails })
  beforeEach(async () => {
    await turn(true)
  })

  const matchedAt = new Date('2026-03-02T15:00:00Z')

  /** A lead whose contractor said yes at that time, and calls so many days later. */
  async function matched(callAfterDays = 0, fields: Record<string, unknown> = {}) {
    const leadId = await site.sendLead(fields)
    // Several of one address, each by itself.
    const isByItself = { joinedTo: null, isParted: true }
    await db().update(referrals).set(isByItself).where(eq(referrals.leadId, leadId))
    const { id } = await site.addContractor()
    await site.agree(leadId, id, '2026-03-03T10:00')
    const callAt = new Date(matchedAt.getTime() + callAfterDays * day)
    const isOfLead = eq(offers.leadId, leadId)
    await db().update(offers).set({ answeredAt: matchedAt, callAt }).where(isOfLead)
    await db().update(referrals).set({ outcomeAt: matchedAt }).where(eq(referrals.leadId, leadId))
    return leadId
  }

  /** To whom it is queued so many days after the match, by so many processes at once. */
  async function askedAfter(days: number, processes = 1): Promise<string[]> {
    const now = new Date(matchedAt.getTime() + days * day)
    await Promise.all(Array.from({ length: processes }, () => queueFollowUps(db(), now)))
    const rows = await db()
      .select({ to: deliveries.target })
      .from(deliveries)
      .where(eq(deliveries.channel, 'follow-up'))
    return rows.map(({ to }) => to)
  }

  const isOver = 'The request was not matched or done any more when the mail left.'

  const mail = (leadId: number) => site.mails('follow-up', { id: 0 }, leadId)

  test('is queued once, five days after the match, whatever runs at once', async () => {
    await matched(0, { email: 'v@example.com' })
    expect(await askedAfter(4.99)).toEqual([])
    expect(await askedAfter(5.01, 5)).toEqual(['v@example.com'])
    expect(await askedAfter(6, 3)).toEqual(['v@example.com'])
  })

  test('waits for the call where that is later, and comes two weeks after it at the latest', async () => {
    await matched(10)
    for (const days of [6, 14.9, 24.1]) expect([days, await askedAfter(days)]).toEqual([days, []])
    expect(await askedAfter(23.9)).toHaveLength(1)
  })

  test('comes a day after the work was done', async () => {
    const leadId = await matched(10)
    await site.setOutcome(leadId, 'done')
    const [row] = await db().select().from(referrals)
    const doneAfter = ((row?.outcomeAt?.getTime() ?? 0) - matchedAt.getTime()) / day
    expect(await askedAfter(doneAfter + 0.99)).toEqual([])
    expect(await askedAfter(doneAfter + 14.01)).toEqual([])
    expect(await askedAfter(doneAfter + 1.01)).toHaveLength(1)
    expect(await mail(leadId)).toHaveProperty('wanted')
  })

  test.each<[string, string, (leadId: number) => Promise<unknown>]>([
    [
      'the owner wants no mails',
      'Emails to visitors were turned off before the mail left.',
      () => turn(false),
    ],
    ['it was lost', isOver, (id) => site.setOutcome(id, 'lost', 'unreachable')],
    [
      'it is in quarantine',
      isOver,
      (id) => site.ask('POST', leadPath(apiPaths.leadQuarantine, id)),
    ],
    [
      'it was erased',
      'The request was deleted before the mail left.',
      (id) => db().delete(leads).where(eq(leads.id, id)),
    ],
    [
      'it was rated',
      'The customer had said how it went before the mail left.',
      (id) =>
        db().execute(sql`
          insert into ratings (lead_id, has_come, stars, text, may_publish, rated_at)
          values (${id}, true, 4, '', false, now())`),
    ],
    [
      'nobody has it any more',
      isOver,
      async (id) => {
        const [offer] = (await site.referral(id)).offers
        await site.withdraw(offer?.id ?? 0)
      },
    ],
  ])('is not queued, nor leaves if it was, when %s', async (_, cancelled, happen) => {
    const leadId = await matched()
    expect(await mail(leadId)).toHaveProperty('wanted')
    await happen(leadId)
    expect(await askedAfter(6)).toEqual([])
    expect(await mail(leadId)).toEqual({ cancelled })
  })

  test('leads to the page of the request, and says nothing that anybody typed', async () => {
    const leadId = await matched(0, { name: 'Greta Secret', message: 'It hums' })
    const written = await mail(leadId)
    if (!('wanted' in written) || written.wanted.kind !== 'follow-up') throw new Error('no mail')
    const { wanted } = written
    const { renderMail } = await createBuiltRenderer(testConfig().site)
    const { subject, text, html } = await renderMail(wanted)
    expect(subject).toBe('Did they come?')
    expect(text).toContain(wanted.reference)
    expect(html).toContain(`href="${wanted.link}"`)
    expect(text + html).not.toMatch(/Greta|hums|maria@/)
    expect((await site.open(wanted.link)).statusCode).toBe(200)
  })

  test('goes to an address three times a day at most, and the others wait for the next day', async () => {
    for (let each = 0; each < 4; each += 1) {
      await matched(0, { email: each % 2 === 0 ? 'often@example.com' : 'Often@Example.com' })
    }
    expect(await askedAfter(6)).toHaveLength(3)
    expect(await askedAfter(6.5)).toHaveLength(3)
    expect(await askedAfter(7.01)).toHaveLength(4)
  })

  test('leaves sixty times an hour at most, those who have waited longest first', async () => {
    const first = await matched(0, { email: 'first@example.com' })
    await db().execute(sql`
      insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service)
      select 's' || n, 'h' || n, 'n', 'n' || n || '@example.com', n, '1', 'ac-repair'
      from generate_series(1, 60) n`)
    await db().execute(sql`
      update referrals set outcome = 'done',
        outcome_at = ${matchedAt.toISOString()}::timestamptz + interval '4 days'
      where lead_id <> ${first}`)
    const asked = await askedAfter(5.5)
    expect(asked).toHaveLength(60)
    expect(asked).toContain('first@example.com')
    expect(await askedAfter(5.55)).toHaveLength(61)
  })
})
