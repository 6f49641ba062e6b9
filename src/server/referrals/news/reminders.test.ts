import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { LeadDetails, LeadPage } from '#/contracts/leads/inbox.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { deliveries, leadReminders, leads, users } from '#/server/db/tables/schema.ts'
import { businessMinutesAfter, localMinute, opensOn } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { afterYes } from '#tests/support/leads/after-yes.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { createLinkToRequest } from '../lead/links.ts'
import { tellReminders } from './reminders.ts'

const day = 86_400_000
const inDays = (days: number) => localDay(Date.now() + days * day)

describeOnDatabase('a reminder of a lead', (database) => {
  const { db, ask, site } = referralSite(database, { isEmptied: true })
  const { historyOf } = afterYes(db, site)
  beforeEach(() => site.setAutomatic(false))

  const pathOf = (leadId: number) => leadPath(apiPaths.leadReminder, leadId)
  const remind = (leadId: number, when = inDays(5), reason = '') =>
    ask('PUT', pathOf(leadId), { when, reason })
  const read = async (leadId: number): Promise<LeadDetails> =>
    (await ask('GET', leadPath(apiPaths.lead, leadId))).data
  const listed = async (query: string) => {
    const { body } = await ask('GET', `${apiPaths.leads}?${query}`)
    return (body as LeadPage).data.map(({ id }) => id)
  }
  const mark = (leadId: number) =>
    ask('PATCH', leadPath(apiPaths.leadContactStatus, leadId), { isContacted: true })
  const comeDue = (leadId: number) =>
    db().update(leadReminders).set({ remindAt: sql`now()` }).where(eq(leadReminders.leadId, leadId))
  /** Several processes look. */
  const look = () => Promise.all([1, 2, 3].map(() => tellReminders(db())))
  const told = (leadId: number) =>
    db()
      .select({ to: deliveries.target, state: deliveries.state })
      .from(deliveries)
      .where(sql`${deliveries.channel} = 'reminder' and ${deliveries.leadId} = ${leadId}`)
  const mailOf = async (leadId: number) =>
    site.mails('reminder', { id: 0 }, leadId, (await db().select().from(users))[0]?.email)

  /** A request that the owner has called. */
  async function called(fields = {}) {
    const leadId = await site.sendLead(fields)
    await mark(leadId)
    return leadId
  }

  test('takes it out of what waits for us, and brings it to the top, told once by mail', async () => {
    const [other, leadId, last] = [await called(), await called(), await called()]
    const answer = await remind(leadId, inDays(5), 'Ask for the model')
    expect(answer.data).toEqual({
      ...{ isSooner: false, isPutOff: true },
      at: opensOn(inDays(5)).toISOString(),
    })
    expect(await listed('waitsFor=us&order=waiting')).toEqual([other, last])
    expect(await listed('waitsFor=later')).toEqual([leadId])
    expect(await listed('order=waiting')).toEqual([other, last, leadId])
    expect(await read(leadId)).toMatchObject({
      ...{ stage: 'new', waitsFor: 'later', remindReason: 'Ask for the model' },
      remindAt: answer.data.at,
    })
    await look()
    expect(await told(leadId)).toEqual([])
    await comeDue(leadId)
    expect(await listed('waitsFor=us&order=waiting')).toEqual([leadId, other, last])
    for (const limit of [1, 2])
      expect(await listed(`order=waiting&limit=${limit}`)).toContain(leadId)
    await look()
    await look()
    const [user] = await db().select().from(users)
    expect(await told(leadId)).toEqual([{ to: user?.email, state: 'pending' }])
    const mail = await mailOf(leadId)
    expect(mail).toMatchObject({ wanted: { kind: 'reminder', leadId, service: 'ac-repair' } })
    expect(JSON.stringify(mail)).not.toContain('model')
    expect((await historyOf(leadId)).slice(-2)).toEqual([
      expect.stringMatching(/^put-off .*: Ask for the model$/),
      'reminded',
    ])
    expect((await ask('DELETE', pathOf(leadId))).status).toBe(204)
    expect(await listed('waitsFor=us&order=waiting')).toEqual([other, leadId, last])
    expect(await mailOf(leadId)).toHaveProperty('cancelled')
    expect((await historyOf(leadId)).at(-1)).toBe('reminder-removed')
  })

  test('is for the hour at which the business opens, of a day in its time zone', async () => {
    const leadId = await called()
    const at = async (when: string) => new Date((await remind(leadId, when)).data.at)
    expect((await at('tomorrow')).getTime()).toBe(opensOn(inDays(1)).getTime())
    const monday = await at('monday')
    expect([monday.getUTCDay(), localMinute(monday).slice(11)]).toEqual([1, '07:00'])
    expect(monday.getTime() - Date.now()).toBeLessThan(7.5 * day)
    const hours = (await at('hours')).getTime() - Date.now()
    expect(hours / 3_600_000).toBeCloseTo(3, 1)
    for (const when of [inDays(-1), inDays(367), 'someday', '']) {
      expect([when, (await remind(leadId, when)).status]).toEqual([when, 400])
    }
    expect((await remind(leadId, inDays(1), 'x'.repeat(201))).status).toBe(400)
    expect((await remind(999_999)).status).toBe(404)
  })

  test('never hides a request beyond what its visitor was promised', async () => {
    const leadId = await site.sendLead()
    const { data } = await remind(leadId)
    expect(data).toMatchObject({ isSooner: true, isPutOff: true })
    const [lead] = await db().select().from(leads).where(eq(leads.id, leadId))
    const createdAt = lead?.createdAt ?? new Date()
    expect(Date.parse(data.at)).toBe(businessMinutesAfter(createdAt, 11 * 60).getTime())
    expect((await read(leadId)).waitsFor).toBe('later')
    // Of the same lead another thing is promised: what was put off keeps to no promise any more.
    await db()
      .update(leads)
      .set({ createdAt: sql`created_at - interval '9 days'` })
      .where(eq(leads.id, leadId))
    expect((await read(leadId)).waitsFor).toBe('us')
    const refused = await remind(leadId)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This request cannot be put off: what the customer was promised is due.',
    ])
  })

  test('leaves an emergency in sight, and brings back what becomes one', async () => {
    const urgent = await called({ service: 'emergency-hvac' })
    expect((await remind(urgent)).data).toMatchObject({ isPutOff: false })
    expect((await read(urgent)).waitsFor).toBe('us')
    const leadId = await called()
    await remind(leadId)
    await ask('PUT', leadPath(apiPaths.leadUrgency, leadId), { cannotWait: true })
    expect((await read(leadId)).waitsFor).toBe('us')
  })

  test('ends at once when the visitor writes, or another request of theirs joins it', async () => {
    const leadId = await called()
    await remind(leadId)
    const page = await createLinkToRequest(db(), '')(leadId)
    await site.open(page, { add: 'word', word: 'It got worse' })
    await look()
    expect([(await read(leadId)).waitsFor, (await told(leadId)).length]).toEqual(['us', 1])

    const first = await called({ email: 'same@example.com' })
    await remind(first)
    const joined = await site.sendLead({ email: 'same@example.com' })
    expect((await read(first)).waitsFor).toBe('us')
    // Of both the first has it, whichever the user or the visitor sees.
    await remind(joined)
    expect((await read(first)).waitsFor).toBe('later')
    await site.open(await createLinkToRequest(db(), '')(joined), { add: 'word', word: 'And that' })
    expect((await read(first)).waitsFor).toBe('us')
  })

  test('does not hide what comes back from a contractor meanwhile', async () => {
    const { id } = await site.addContractor()
    const leadId = await called()
    const { data } = await site.offer(leadId, id)
    expect((await remind(leadId)).data).toMatchObject({ isSooner: false, isPutOff: false })
    expect((await read(leadId)).waitsFor).toBe('contractor')
    await site.withdraw(data.offers[0]?.id ?? 0)
    expect(await read(leadId)).toMatchObject({ stage: 'nobody-left', waitsFor: 'us' })
    // By its time it is at the top, whomever it waits for.
    await site.offer(leadId, (await site.addContractor()).id)
    await called()
    await comeDue(leadId)
    expect((await listed('waitsFor=us&order=waiting'))[0]).toBe(leadId)
  })

  test('is none of what is over, and goes with the lead; nobody who left is told', async () => {
    const leadId = await called()
    await remind(leadId)
    await site.setOutcome(leadId, 'lost', 'unreachable')
    expect(await read(leadId)).toMatchObject({ waitsFor: 'nobody', remindAt: null })
    expect((await remind(leadId)).status).toBe(409)
    await comeDue(leadId)
    await look()
    expect(await told(leadId)).toEqual([])
    const spam = await called()
    await remind(spam)
    await ask('POST', leadPath(apiPaths.leadQuarantine, spam))
    await comeDue(spam)
    await look()
    expect(await told(spam)).toEqual([])
    const other = await called()
    await remind(other)
    await comeDue(other)
    await db().update(users).set({ disabledAt: new Date() })
    await look()
    expect(await told(other)).toEqual([])
    expect(await mailOf(other)).toHaveProperty('cancelled')
    await db().update(users).set({ disabledAt: null })
    await db().delete(leads)
    expect(await db().$count(leadReminders)).toBe(0)
  })
})
